import * as l10n from '@vscode/l10n';
import { attend, confirm } from '../../platform/dialogs/confirm.ts';
import { showInputBox } from '../../platform/dialogs/window.ts';
import { settingValue, writeOwnSetting } from '../../platform/host/settings.ts';
import type { Slot } from '../../platform/host/storage.ts';
import type { BackgroundName } from '../../protocol/backgroundNames.ts';
import { onlineBackground } from './rules/backgrounds.ts';
import { parseTileSource } from './rules/baseMap.ts';

/**
 * Writes the chosen background to the user's settings, which every map follows. Asks for the address of the user's own
 * tiles, and once whether tile servers may see where the user looks.
 *
 * @param allowed that answer, kept for all servers
 * @throws if the settings can't be written
 */
export async function chooseBackground(name: BackgroundName, allowed: Slot<boolean>): Promise<void> {
  if (name === 'own') {
    await chooseOwnTiles(allowed);
    return;
  }
  const online = onlineBackground(name);
  if (!online || (await isAllowed(online.provider, allowed))) await writeOwnSetting('map.background', name);
}

async function chooseOwnTiles(allowed: Slot<boolean>): Promise<void> {
  const title = l10n.t('Own Map Tiles');
  const address = await showInputBox({
    title,
    prompt: l10n.t('Address of an XYZ, WMS or WMTS layer in Web Mercator. Leave empty for none.'),
    placeHolder: 'https://host/{z}/{x}/{y}.png',
    value: settingValue('map.tileUrl'),
    validateInput: text => {
      const source = text.trim() === '' ? undefined : parseTileSource(text);
      return typeof source === 'string' ? source : undefined;
    },
  });
  if (address === undefined) return;
  if (address.trim() === '') {
    await writeOwnSetting('map.tileUrl', undefined);
    await writeOwnSetting('map.background', undefined);
    return;
  }
  const attribution = await showInputBox({
    title,
    prompt: l10n.t('Attribution of the tiles, as their owner requires it. May be empty.'),
    value: settingValue('map.tileAttribution'),
  });
  const source = parseTileSource(address);
  if (attribution === undefined || typeof source === 'string') return;
  if (!(await isAllowed(source.origins.map(origin => new URL(origin).host).join(', '), allowed))) return;
  await writeOwnSetting('map.tileAttribution', attribution.trim() || undefined);
  await writeOwnSetting('map.tileUrl', address.trim());
  await writeOwnSetting('map.background', undefined);
}

/** @param server a name, or the host of an address */
async function isAllowed(server: string, allowed: Slot<boolean>): Promise<boolean> {
  if (allowed.read() === true) return true;
  const answer = await confirm(attend(), {
    question: l10n.t('Load map tiles from {0}?', server),
    detail: l10n.t('The server sees your IP address and where you look, but nothing of your account.'),
    buttons: [l10n.t('Load Tiles')],
  });
  if (answer === undefined) return false;
  await allowed.write(true);
  return true;
}
