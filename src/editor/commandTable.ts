/** What the manifest declares for a command; `test/unit/manifest.test.ts` keeps them in sync. */
export interface CommandEntry {
  /** In English, as shown in the palette after "Swath:". */
  title: string;
  /** Where it can be run; absent: everywhere. */
  enablement?: string;
  /** Where the palette offers it; absent: everywhere; `false`: nowhere. */
  palette?: string;
}

const signedIn = 'swath.session == signedIn';
const hasConnections = "config.swath.connections != '[]'";
const inJson = 'editorLangId =~ /^(json|jsonc|geojson)$/ || resourceExtname == .geojson';

/**
 * Every command. A feature registers its commands in its `activate` file, and loads a command's code when it first
 * runs.
 */
export const commandTable = {
  'swath.signIn': { title: 'Sign In…' },
  'swath.signOut': { title: 'Sign Out', palette: 'swath.session != signedOut' },
  'swath.useSandbox': { title: 'Use the Sandbox' },
  'swath.getStarted': { title: 'Get Started' },
  'swath.openSamples': { title: 'Open Sample Areas…' },
  'swath.refresh': { title: 'Refresh', enablement: signedIn, palette: signedIn },
  'swath.copyMcpConfiguration': { title: 'Copy MCP Configuration' },
  'swath.showLog': { title: 'Show Log' },
  'swath.openMap': { title: 'Open Map' },
  'swath.goToPlace': { title: 'Go to Place…' },
  'swath.searchImages': { title: 'Search Images' },
  'swath.saveSearch': { title: 'Save Search' },
  'swath.runSearch': { title: 'Run Saved Search' },
  'swath.searchNew': { title: 'Show New Images for Saved Search…' },
  'swath.chooseImages': { title: 'Choose Images That Cover the Area' },
  'swath.exportImages': { title: 'Export Images' },
  'swath.showShortlist': { title: 'Show Shortlist', enablement: signedIn, palette: signedIn },
  'swath.saveShortlist': { title: 'Save Shortlist…', enablement: signedIn, palette: signedIn },
  'swath.openShortlist': { title: 'Open Shortlist…' },
  'swath.clearShortlist': { title: 'Clear Shortlist', enablement: signedIn, palette: signedIn },
  'swath.newAoi': { title: 'New Area of Interest…' },
  'swath.importAoi': { title: 'Import Area of Interest…' },
  'swath.fixArea': { title: 'Fix Area…', palette: inJson },
  'swath.clipArea': { title: 'Clip Area to Footprint…', palette: inJson },
  'swath.simplifyArea': { title: 'Simplify Area…', palette: inJson },
  'swath.splitAreaFiles': { title: 'Split Areas into Files…', palette: inJson },
  'swath.draftOrder': { title: 'Draft Order…' },
  'swath.draftOrders': { title: 'Draft Orders for All Areas…' },
  'swath.reorder': { title: 'Order Again…', enablement: signedIn, palette: signedIn },
  'swath.draftAnalyticOrder': { title: 'Draft Analytic Order' },
  'swath.draftProductOrder': { title: 'Draft Product Order' },
  'swath.priceOrder': { title: 'Price Order' },
  'swath.placeOrder': { title: 'Place Order…' },
  'swath.copyAsCurl': { title: 'Copy as curl…' },
  'swath.copyAsPython': { title: 'Copy as Python…' },
  'swath.copyAsJavaScript': { title: 'Copy as JavaScript…' },
  'swath.insertNotebookCell': { title: 'Insert as Notebook Cell…' },
  'swath.openRequest': { title: 'Open as HTTP Request…' },
  'swath.priceOrders': { title: 'Price Orders…' },
  'swath.placeOrders': { title: 'Place Orders…' },
  'swath.resolveOrder': { title: 'Check Unconfirmed Order…' },
  'swath.openOrder': { title: 'Open Order', enablement: signedIn, palette: signedIn },
  'swath.openReport': { title: 'Open Report', enablement: signedIn, palette: signedIn },
  'swath.compareReports': { title: 'Compare Reports…' },
  'swath.exportReport': { title: 'Export Report…' },
  'swath.saveReviewedReport': { title: 'Save Reviewed GeoJSON…', palette: 'swath.hasReport' },
  'swath.compareReviews': { title: 'Compare Reviews…' },
  'swath.showOrderOnMap': { title: 'Show Order on Map', enablement: signedIn, palette: signedIn },
  'swath.downloadDelivery': { title: 'Download Delivery', enablement: signedIn, palette: signedIn },
  'swath.downloadReady': {
    title: 'Download All Ready Deliveries',
    enablement: signedIn,
    palette: 'swath.session == signedIn && swath.hasReady',
  },
  'swath.revealDelivery': { title: 'Reveal Downloaded File', enablement: signedIn, palette: signedIn },
  'swath.openInQgis': { title: 'Open in QGIS', palette: signedIn },
  'swath.updateStacCatalog': { title: 'Update STAC Catalog', enablement: signedIn, palette: signedIn },
  'swath.showImage': { title: 'Show Image', palette: signedIn },
  'swath.unzipDelivery': { title: 'Unzip Delivery', palette: signedIn },
  'swath.switchConnection': { title: 'Switch Connection…' },
  'swath.addConnection': { title: 'Add Connection…' },
  'swath.editConnection': { title: 'Edit Connection…', palette: hasConnections },
  'swath.removeConnection': { title: 'Remove Connection…', palette: hasConnections },
  'swath.accountActions': { title: 'Account Actions…', palette: 'swath.session != signedOut' },
  'swath.diagnose': { title: 'Diagnose Connection' },
  'swath.revokeSubscription': { title: 'Revoke Subscription…', enablement: signedIn, palette: signedIn },
  'swath.createKey': { title: 'Create API Key…', enablement: signedIn, palette: signedIn },
  'swath.rotateKey': { title: 'Rotate API Key…', enablement: signedIn, palette: signedIn },
  'swath.deleteKey': { title: 'Delete API Key…', enablement: signedIn, palette: signedIn },
  'swath.copyLink': { title: 'Copy Link' },
  'swath.copyId': { title: 'Copy ID', palette: 'false' },
  'swath.showDetails': { title: 'Show Details', palette: 'false' },
  'swath.revealRelated': {
    title: 'Go to Related Order or Subscription',
    enablement: signedIn,
    palette: 'false',
  },
  'swath.arrangeContracts': {
    title: 'Filter, Sort and Group Payments…',
    enablement: signedIn,
    palette: signedIn,
  },
  'swath.exportPayments': { title: 'Export Payments', enablement: signedIn, palette: signedIn },
  'swath.arrangeSubscriptions': {
    title: 'Filter, Sort and Group Subscriptions…',
    enablement: signedIn,
    palette: signedIn,
  },
  'swath.arrangeOrders': { title: 'Filter, Sort and Group Orders…', enablement: signedIn, palette: signedIn },
  'swath.arrangeKeys': { title: 'Sort API Keys…', enablement: signedIn, palette: signedIn },
  'swath.goToOrder': { title: 'Go to Order…', enablement: signedIn, palette: signedIn },
  'swath.showLedger': { title: 'Show Ledger' },
  'swath.arrangeLedger': { title: 'Filter, Sort and Group Ledger…' },
  'swath.exportLedger': { title: 'Export Ledger…' },
  'swath.fixOrder': { title: 'Fix Order', palette: 'false' },
  'swath.runRow': { title: 'Run Row Action', palette: 'false' },
} as const satisfies Record<string, CommandEntry>;

export type CommandId = keyof typeof commandTable;
