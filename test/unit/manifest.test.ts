import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaEndings } from '../../src/features/areas/rules/import/areaFormats.ts';
import { mapViewType } from '../../src/features/map/mapPanel.ts';
import { type Context, holds } from './whenClause.ts';

interface MenuEntry {
  command?: string;
  submenu?: string;
  when?: string;
  group?: string;
}

const root = resolve(import.meta.dirname, '../..');
const manifestText = readFileSync(join(root, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText) as {
  capabilities: { untrustedWorkspaces: { supported: unknown; restrictedConfigurations: string[] } };
  contributes: {
    commands: { command: string; title: string; category?: string; enablement?: string }[];
    views: Record<string, { id: string; when?: string }[]>;
    menus: Record<string, MenuEntry[]>;
    submenus: { id: string; label: string }[];
    keybindings: { command: string }[];
    viewsWelcome: { view: string; contents: string; when?: string }[];
    walkthroughs: { steps: { completionEvents: string[] }[] }[];
    configurationDefaults: Record<string, unknown>;
    configuration: { properties: Record<string, { scope?: string; default?: unknown }> };
  };
};
const texts = readTexts('package.nls.json');
const german = readTexts('package.nls.de.json');

function readTexts(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>;
}

/** The commands that a text links to, each with its argument, if any. */
function linkedCommands(text: string): [id: string, argument: string][] {
  return [...text.matchAll(/\(command:([\w.]+)([^)]*)\)/g)].map(([, id = '', argument = '']) => [
    id,
    argument,
  ]);
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => readFileSync(join(root, 'src', name), 'utf8'));

const commandIds = manifest.contributes.commands.map(({ command }) => command);
const isCommand = (id: string | undefined) => commandIds.some(known => known === id);

describe('the manifest', () => {
  it('offers the import on each kind of file that it reads, but for those that are mostly something else', () => {
    const { when = '' } =
      manifest.contributes.menus['explorer/context']?.find(entry => entry.command === 'swath.useAsArea') ??
      {};
    const [, endings = ''] = /resourceExtname =~ \/\^\\\.\(([^)]*)\)/.exec(when) ?? [];
    const other = new Set(['geojson', 'json', 'txt']);
    expect(endings.split('|').sort()).toEqual(areaEndings.filter(ending => !other.has(ending)).sort());
  });

  // The types of the commands' IDs are made of the names of these texts (`CommandId`).
  it('names the title of each command after its ID, and has no title of another', () => {
    const titles = Object.keys(texts).flatMap(key => (/^command\.\w+$/.test(key) ? [`%${key}%`] : []));
    expect(titles.sort()).toEqual(commandIds.map(id => `%${id.replace('swath.', 'command.')}%`).toSorted());
    expect(manifest.contributes.commands.map(({ title }) => title).sort()).toEqual(titles);
  });

  it('has each of its commands implemented by one feature', () => {
    const implemented = sources.flatMap(text =>
      [...text.matchAll(/^ +'(swath\.\w+)': /gm)].map(([, id]) => id),
    );
    expect(implemented.sort()).toEqual([...commandIds].sort());
  });

  it('repeats no condition that the command or the view has', () => {
    const { commands, menus, views } = manifest.contributes;
    const ofCommand = new Map(commands.map(({ command, enablement }) => [command, enablement]));
    const ofView = new Map(
      Object.values(views)
        .flat()
        .map(({ id, when }) => [id, when]),
    );
    const repeated = (entry: MenuEntry, condition: string | undefined) =>
      condition !== undefined && entry.when?.split(' && ').includes(condition) === true;
    const viewOf = ({ when = '' }: MenuEntry) => /^view == (swath\.\w+)/.exec(when)?.[1] ?? '';
    expect([
      menus.commandPalette?.filter(entry => repeated(entry, ofCommand.get(entry.command ?? ''))),
      menus['view/title']?.filter(entry => repeated(entry, ofView.get(viewOf(entry)))),
    ]).toEqual([[], []]);
  });

  it('matches rows by whole words, each in one way', () => {
    const conditions = (manifest.contributes.menus['view/item/context'] ?? []).flatMap(({ when = '' }) =>
      [...when.matchAll(/viewItem\S* *(.*?)(?= && |\)|$)/g)].map(([, condition = '']) => condition),
    );
    expect(conditions.length).toBeGreaterThan(10);
    const word = String.raw`\\b\w+(\\\.\w+)*\\b`;
    const words = new RegExp(`^=~ /${word}(\\|${word})*/$`);
    expect(conditions.filter(condition => !words.test(condition))).toEqual([]);
  });

  it('puts only existing commands into menus and shortcuts', () => {
    const { menus, keybindings } = manifest.contributes;
    const used = [...Object.values(menus).flat(), ...keybindings].flatMap(({ command }) => command ?? []);
    expect(used.filter(id => !isCommand(id))).toEqual([]);
    const submenus = Object.values(menus).flatMap(entries => entries.flatMap(({ submenu }) => submenu ?? []));
    const declared = manifest.contributes.submenus.map(({ id }) => id);
    expect([...new Set(submenus)].sort()).toEqual(declared.sort());
    expect(declared.filter(id => !menus[id])).toEqual([]);
  });

  it('shows each command under its name in the palette, and in a group of each menu', () => {
    const { commandPalette: _palette, ...others } = manifest.contributes.menus;
    const categories = manifest.contributes.commands.map(({ category }) => category);
    expect(new Set(categories)).toEqual(new Set(['Swath']));
    expect(Object.values(others).flatMap(entries => entries.filter(({ group }) => !group))).toEqual([]);
  });

  it('offers each command in a menu or by a shortcut, unless that is meant', () => {
    const { commands, menus, keybindings } = manifest.contributes;
    const { commandPalette: _palette, ...others } = menus;
    const placed = new Set([...Object.values(others).flat(), ...keybindings].map(({ command }) => command));
    const elsewhere = commands.filter(({ command }) => !placed.has(command));
    expect(elsewhere.map(({ command }) => command.slice('swath.'.length)).sort()).toEqual(
      [
        ...['useSandbox', 'moveSandboxClock', 'openSamples', 'copyMcpConfiguration', 'goToPlace'],
        'measure',
        ...['saveSearch', 'chooseImages', 'exportImages', 'showShortlist', 'saveShortlist', 'clearShortlist'],
        ...[
          'newAoi',
          'importAoi',
          'swapAxes',
          'draftAnalyticOrder',
          'draftProductOrder',
          'copyRequest',
          'fixOrder',
        ],
        ...['saveReviewedReport', 'showOrderOnMap', 'updateStacCatalog', 'copyServiceAddress', 'arrangeList'],
        ...['editConnection', 'removeConnection', 'accountActions', 'showLedger', 'runRow'],
      ].sort(),
    );
  });

  it.each([
    ['rows', 'view/item/context', ['copyId', 'deleteKey', 'downloadDelivery', 'openReport']],
    ['files', 'explorer/context', ['compareReports', 'compareReviews', 'placeOrders', 'priceOrders']],
  ])('offers for several %s only what acts on all of them', (_what, menu, expected) => {
    const entries = manifest.contributes.menus[menu] ?? [];
    const forSeveral = entries.filter(
      ({ command, when, group }) =>
        command !== undefined && !group?.startsWith('inline') && !when?.includes('!listMultiSelection'),
    );
    expect(forSeveral.map(({ command }) => command?.slice('swath.'.length)).sort()).toEqual(expected);
  });

  it('offers to reveal the file of an order only where there is one', () => {
    const { when } =
      manifest.contributes.menus['view/item/context']?.find(
        ({ command }) => command === 'swath.revealDelivery',
      ) ?? {};
    const isOffered = (viewItem: string) => holds(when, { view: 'swath.orders', viewItem });
    expect(['order order.ready', 'order order.ready hasFile', 'delivery hasFile'].map(isOffered)).toEqual([
      false,
      true,
      true,
    ]);
  });

  describe('is a quiet guest', () => {
    const { commands, menus } = manifest.contributes;
    const signedOut: Context = { 'swath.session': 'signedOut', 'config.swath.connections': '[]' };
    const signedIn: Context = {
      'swath.session': 'signedIn',
      'config.swath.connections': '[]',
      workspaceFolderCount: 1,
    };
    const file = (name: string): Context => ({
      resource: `file:///folder/${name}`,
      resourceScheme: 'file',
      resourceFilename: name,
      resourceExtname: /\.[^.]*$/.exec(name)?.[0] ?? '',
    });
    const folder: Context = { ...file('data'), explorerResourceIsFolder: true };
    const inPalette = (context: Context) =>
      commands
        .filter(({ command, enablement }) => {
          const entry = menus.commandPalette?.find(item => item.command === command);
          return holds(enablement, context) && holds(entry?.when, context);
        })
        .map(({ command }) => command.slice('swath.'.length));
    const entriesOf = (menu: string, context: Context) =>
      (menus[menu] ?? [])
        .filter(({ when }) => holds(when, context))
        .map(({ command, submenu }) => (command ?? submenu ?? '').slice('swath.'.length));
    const onFile = (context: Context) => ({
      explorer: entriesOf('explorer/context', context),
      editor: entriesOf('editor/context', context),
      title: entriesOf('editor/title', context),
    });
    const nothing = { explorer: [], editor: [], title: [] };

    it('offers few commands in the palette before anyone signs in, and then only what acts on no open file', () => {
      const areas = ['importAoi', 'newAoi', 'openMap', 'openSamples'];
      const begin = ['addConnection', 'getStarted', 'setBudget', 'showLog', 'signIn', 'useSandbox'];
      expect(inPalette(signedOut).sort()).toEqual([...areas, ...begin].sort());
      expect(inPalette(signedIn).length).toBeLessThan((2 / 3) * commands.length);
    });

    it('has nothing in the menus of folders and of files of others', () => {
      const areas = ['roads.geojson', 'archive.zip', 'track.kml'];
      const others = ['data.json', 'scene.tif', 'README.md'];
      for (const context of [signedOut, signedIn]) {
        expect(onFile({ ...context, ...folder })).toEqual(nothing);
        for (const name of others) expect(onFile({ ...context, ...file(name) })).toEqual(nothing);
      }
      for (const name of areas) expect(onFile({ ...signedOut, ...file(name) })).toEqual(nothing);
    });

    it('has one door on each file with areas while someone is signed in', () => {
      const used = { ...nothing, explorer: ['useAsArea'] };
      for (const name of ['a.kml', 'a.KMZ', 'a.gpx', 'a.shp', 'a.zip', 'a.wkt'])
        expect(onFile({ ...signedIn, ...file(name) })).toEqual(used);
    });

    it.each<[string, string[], string[], string[]]>([
      ['a.order.json', ['priceOrders', 'placeOrders'], ['document'], ['copyAs']],
      ['a.aoi.geojson', ['searchImages', 'draftOrders'], ['document'], ['searchImages']],
      ['roads.geojson', ['searchImages'], ['document'], ['searchImages']],
      ['a.search.json', ['runSearch', 'searchNew'], ['document'], ['runSearch', 'searchNew', 'copyAs']],
      ['a-0123abcd.geojson', ['openReport', 'compareReports', 'openInQgis'], ['document'], ['exportReport']],
      ['a-20260331.geojson', ['searchImages'], ['document'], ['searchImages']],
    ])('has on %s what acts on it', (name, explorer, editor, title) => {
      expect(onFile({ ...signedIn, ...file(name) })).toEqual({ explorer, editor, title });
    });

    it.each(['git', 'vscode-local-history', 'chat-editing-snapshot-text-model', 'output'])(
      'has nothing in the editor for %s, such as the past of a file',
      resourceScheme => {
        const open = { ...signedIn, 'swath.mapOpen': true };
        const inPast = (name: string) => ({ ...open, ...file(name), resourceScheme });
        for (const name of ['a.order.json', 'a.aoi.geojson', 'a.search.json', 'a-0123abcd.geojson']) {
          expect(onFile(inPast(name))).toMatchObject({ editor: [], title: [] });
          expect(inPalette(inPast(name))).toEqual(inPalette(open));
        }
      },
    );

    it('offers on any GeoJSON all that acts on areas, once it was used for one or while the map is open', () => {
      const roads = file('roads.geojson');
      const used: Context[] = [{ 'swath.areaFiles': [String(roads.resource)] }, { 'swath.mapOpen': true }];
      for (const more of used) {
        expect(onFile({ ...signedIn, ...roads, ...more }).explorer).toEqual(['searchImages', 'draftOrders']);
      }
    });

    it('has at most two icons in the title of a view, whether its list is short or long', () => {
      const views = ['orders', 'contracts', 'subscriptions', 'keys', 'ledger', 'welcome'].map(
        name => `swath.${name}`,
      );
      for (const view of views) {
        for (const longLists of [[], views]) {
          const context = { ...signedIn, view, 'swath.longLists': longLists };
          const icons = (menus['view/title'] ?? []).filter(
            ({ when, group }) => group?.startsWith('navigation') === true && holds(when, context),
          );
          expect(icons.length).toBeLessThanOrEqual(2);
        }
      }
    });

    it('has the filter of orders at their view once, as an icon or in the menu', () => {
      for (const longLists of [[], ['swath.orders']]) {
        const context = { ...signedIn, view: 'swath.orders', 'swath.longLists': longLists };
        const groups = (menus['view/title'] ?? [])
          .filter(({ command, when }) => command === 'swath.arrangeOrders' && holds(when, context))
          .map(({ group }) => group);
        expect(groups).toEqual([longLists.length > 0 ? 'navigation@2' : '1_list@1']);
      }
    });

    it('finds an order by its title from the menu of the view, however many there are', () => {
      for (const longLists of [[], ['swath.orders']])
        for (const listed of ['ready', 'empty']) {
          const context = {
            ...signedIn,
            view: 'swath.orders',
            'swath.longLists': longLists,
            'swath.orders': listed,
          };
          const found = (menus['view/title'] ?? []).filter(
            ({ command, when }) => command === 'swath.goToOrder' && holds(when, context),
          );
          expect(found).toHaveLength(listed === 'ready' ? 1 : 0);
        }
    });

    it('has in the menu of a row what its icons do', () => {
      const entries = menus['view/item/context'] ?? [];
      const isInline = ({ group }: MenuEntry) => group?.startsWith('inline') === true;
      const inMenu = entries.filter(entry => !isInline(entry)).map(({ command }) => command);
      const icons = entries.filter(isInline).map(({ command }) => command);
      expect(icons.length).toBeGreaterThan(1);
      expect(icons.filter(command => !inMenu.includes(command))).toEqual([]);
    });

    it('groups more than three entries of one kind in a submenu', () => {
      for (const menu of ['editor/context', 'explorer/context', 'editor/title']) {
        for (const name of ['a.order.json', 'a.aoi.geojson', 'a.search.json', 'a-0123abcd.geojson']) {
          const entries = entriesOf(menu, { ...signedIn, ...file(name), 'swath.mapOpen': true });
          expect(entries.length).toBeLessThanOrEqual(3);
        }
      }
    });

    it('brings no other extension with it', () => {
      const { extensionPack, extensionDependencies } = JSON.parse(manifestText) as Record<string, unknown>;
      expect([extensionPack, extensionDependencies]).toEqual([undefined, undefined]);
    });
  });

  it('keeps the map in its column: a file that is opened beside it goes to another', () => {
    expect(manifest.contributes.configurationDefaults['workbench.editor.autoLockGroups']).toEqual({
      [`mainThreadWebview-${mapViewType}`]: true,
    });
  });

  it('has each setting with its default in the table of docs/settings.md', () => {
    const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');
    const documented = [...page.matchAll(/^\| `(swath\.[\w.]+)` +\| `([^`]*)` +\|/gm)].map(
      ([, name, value]) => [name, value],
    );
    const settings = Object.entries(manifest.contributes.configuration.properties);
    expect(documented.toSorted()).toEqual(
      settings.map(([name, { default: value }]) => [name, JSON.stringify(value)]).toSorted(),
    );
  });

  it('ticks a step of the walkthrough by a key that the code sets, also if it was set before', () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    const events = walkthrough?.steps.map(({ completionEvents }) => completionEvents) ?? [];
    expect(events).toHaveLength(7);
    for (const [event = '', whenOpened, ...more] of events) {
      const [, key = '', rest] = /^onContext:(swath\.\w+)(.*)$/.exec(event) ?? [];
      expect(sources.join('\n')).toContain(`contextKey('${key}')`);
      expect([whenOpened, ...more]).toEqual([`onContext:swath.walkthroughOpen && ${key}${rest}`]);
    }
  });

  it('says something in each view until Swath runs: the editor would say that no data provider is registered', () => {
    const { views, viewsWelcome } = manifest.contributes;
    const atStart = Object.values(views)
      .flat()
      .filter(({ when }) => holds(when, {}));
    const isSilent = (id: string) => !viewsWelcome.some(({ view, when }) => view === id && holds(when, {}));
    expect(atStart.map(({ id }) => id)).toEqual(['swath.welcome', 'swath.ledger']);
    expect(atStart.filter(({ id }) => isSilent(id))).toEqual([]);
  });

  it('links from welcome texts only to existing commands', () => {
    const linked = Object.values(texts)
      .flatMap(linkedCommands)
      .map(([id]) => id);
    expect(linked.length).toBeGreaterThan(0);
    expect(linked.filter(id => !isCommand(id))).toEqual([]);
  });

  it('offers the same next steps in the side bar of a new sandbox and in the walkthrough, in each language', () => {
    for (const language of [texts, german]) {
      const linked = linkedCommands(language['welcome.firstSearch'] ?? '');
      // It leads to the walkthrough.
      const inSideBar = linked.filter(([id]) => id !== 'swath.getStarted');
      expect(inSideBar.length).toBeGreaterThan(1);
      expect(linkedCommands(language['walkthrough.area.description'] ?? '')).toEqual(inSideBar);
    }
  });

  it('has a text for every placeholder, and no text without one', () => {
    const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    expect([...new Set(used)].sort()).toEqual(Object.keys(texts).sort());
  });

  it('declares the settings that are read, and accepts none of them from a workspace', () => {
    const read = [...sources.join('\n').matchAll(/\b(?:userSetting|settingValue)\('([\w.]+)'/g)].map(
      ([, name = '']) => `swath.${name}`,
    );
    const { properties } = manifest.contributes.configuration;
    expect([...new Set(read)].sort()).toEqual(Object.keys(properties).sort());
    // In Restricted Mode and in a trusted workspace: only the user decides where keys and files go.
    const scopes = Object.entries(properties).map(([name, { scope }]) => [name, scope]);
    expect(scopes.filter(([, scope]) => scope !== 'application' && scope !== 'machine')).toEqual([]);
    // Also declared for the editor, which shows it in Restricted Mode.
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(supported).toBe('limited');
    expect([...restrictedConfigurations].sort()).toEqual(Object.keys(properties).sort());
    // They are read only by that function, which ignores workspace values.
    const settings = readFileSync(join(root, 'src/platform/host/settings.ts'), 'utf8');
    expect(settings.match(/getConfiguration\(/g)).toHaveLength(1);
    const others = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      name => name.endsWith('.ts') && !name.endsWith('platform/host/settings.ts'),
    );
    for (const name of others) {
      const text = readFileSync(join(root, 'src', name), 'utf8');
      expect([...text.matchAll(/getConfiguration\(([^)]*)/g)].map(([, of]) => [name, of])).toEqual(
        // The editor's proxy, which the editor itself protects from workspaces, is part of a diagnosis.
        [...text.matchAll(/getConfiguration\('http'/g)].map(() => [name, "'http'"]),
      );
    }
  });

  it('names only existing pictures', () => {
    const pictures = [...manifestText.matchAll(/"(media\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter(path => !existsSync(join(root, path)))).toEqual([]);
  });

  it('runs from other folders only existing commands', () => {
    const named = sources.flatMap(text => [...text.matchAll(/command: '(swath\.\w+)'/g)].map(([, id]) => id));
    expect(named.filter(id => !isCommand(id))).toEqual([]);
  });
});
