import * as l10n from '@vscode/l10n';

/** @param proxy its host, if known */
export function proxyRefusalText(proxy: string | undefined): string {
  return proxy === undefined
    ? l10n.t('Your proxy requires a user name and password. Set them in "http.proxy".')
    : l10n.t('The proxy {0} requires a user name and password. Set them in "http.proxy".', proxy);
}
