/** What the platform's services are for (specification: Service roles). */
import * as l10n from '@vscode/l10n';
import { safeLine } from '../../base/words/safeText.ts';
import type { Services } from './account.ts';

/** A service of the platform, and whether the user has the role for it. */
export interface Role {
  name: string;
  /** `undefined`: the service doesn't report it. */
  isGranted: boolean | undefined;
  /** What it gives access to, for display; `undefined` for roles that aren't in the specification. */
  opens: string | undefined;
}

/** The roles of the specification, in its order, except that the data service comes first. */
const known: ReadonlyMap<string, () => string> = new Map([
  ['platform-data', () => l10n.t('Catalog imagery: streaming and image products')],
  ['change-detection', () => l10n.t('Changes between images of one area')],
  ['geostore-premier', () => l10n.t('The image store')],
  ['verde', () => l10n.t('Vegetation and crops')],
  ['ocean-finder', () => l10n.t('Vessels at sea')],
  ['earth-monitor', () => l10n.t('Monitoring of sites over time')],
  ['analytics-toolbox', () => l10n.t('Analytic reports on images')],
  ['pfneo-3d', () => l10n.t('Elevation models of the 0.3 m constellation')],
  ['tasking', () => l10n.t('New acquisitions on request')],
]);

export const roleNames: readonly string[] = [...known.keys()];

const dataRole = 'platform-data';

/** Every role of the specification and other roles from the service: granted ones first. */
export function accountRoles(services: Services): Role[] {
  const data = dataRoleIn(services);
  const expected = roleNames.map(name => (name === dataRole ? data : name));
  const names = new Set([...expected, ...Object.keys(services)]);
  const roles = [...names].map((name): Role => {
    const opens = known.get(name === data ? dataRole : name);
    return { name, isGranted: Object.hasOwn(services, name) ? services[name] : undefined, opens: opens?.() };
  });
  return [...roles.filter(role => role.isGranted), ...roles.filter(role => !role.isGranted)];
}

/** What a service of the platform is for, with its name: `Analytic reports on images (analytics-toolbox)`. */
export function serviceText(name: string): string {
  const opens = known.get(name === 'data' ? dataRole : name)?.();
  return opens === undefined ? safeLine(name) : `${opens} (${name})`;
}

/** The key of the data service carries the platform's brand name (specification: Service roles). */
function dataRoleIn(services: Services): string {
  if (Object.hasOwn(services, dataRole)) return dataRole;
  return Object.keys(services).find(name => name.endsWith('-data')) ?? dataRole;
}
