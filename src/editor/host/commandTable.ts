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
const hasSession = 'swath.session != signedOut';
const hasConnections = "config.swath.connections != '[]'";
const inOrder = String.raw`resourceFilename =~ /\.order\.json$/`;
const inReport = String.raw`resourceFilename =~ /(-(?!(19|20)[0-9]{6}\.)[0-9a-f]{8}|\.reviewed)\.geojson$/`;
const inShortlist = String.raw`resourceFilename =~ /\.shortlist\.geojson$/`;
/** As `KeptAreas.has` sees it. */
const isKept = String.raw`resourceFilename =~ /\.aoi\.(geo)?json$/ || resource in swath.areaFiles`;
const inAreas = `(${isKept} || swath.mapOpen && resourceExtname == .geojson) && !(${inReport} || ${inShortlist})`;

/** Every command. A feature registers its commands in its `activate` file; their code is in its `commands.ts`. */
export const commandTable = {
  'swath.signIn': { title: 'Sign In…' },
  'swath.signOut': { title: 'Sign Out', palette: hasSession },
  'swath.useSandbox': { title: 'Use the Sandbox' },
  'swath.moveSandboxClock': { title: 'Move Sandbox Clock…', palette: 'swath.isSandbox' },
  'swath.getStarted': { title: 'Get Started' },
  'swath.openSamples': { title: 'Open Sample Areas…' },
  'swath.refresh': { title: 'Refresh', enablement: signedIn, palette: signedIn },
  'swath.showLog': { title: 'Show Log' },
  'swath.copyMcpConfiguration': { title: 'Copy MCP Configuration', palette: signedIn },
  'swath.openMap': { title: 'Open Map' },
  'swath.goToPlace': { title: 'Go to Place…', palette: 'swath.mapOpen' },
  'swath.searchImages': { title: 'Search Images', palette: signedIn },
  'swath.saveSearch': { title: 'Save Search', palette: `${signedIn} && swath.hasSearched` },
  'swath.runSearch': { title: 'Run Saved Search', palette: signedIn },
  'swath.searchNew': { title: 'Show New Images for Saved Search…', palette: signedIn },
  'swath.chooseImages': {
    title: 'Choose Images That Cover the Area',
    palette: `${signedIn} && swath.hasSearched`,
  },
  'swath.exportImages': { title: 'Export Images', palette: `${signedIn} && swath.hasSearched` },
  'swath.showShortlist': { title: 'Show Shortlist', enablement: signedIn, palette: signedIn },
  'swath.saveShortlist': {
    title: 'Save Shortlist…',
    enablement: signedIn,
    palette: `${signedIn} && swath.mapOpen`,
  },
  'swath.openShortlist': { title: 'Open Shortlist…', palette: signedIn },
  'swath.clearShortlist': {
    title: 'Clear Shortlist',
    enablement: signedIn,
    palette: `${signedIn} && swath.mapOpen`,
  },
  'swath.newAoi': { title: 'New Area of Interest…' },
  'swath.importAoi': { title: 'Import Area of Interest…' },
  'swath.fixArea': { title: 'Fix Area…', palette: `${inAreas} || ${inOrder}` },
  'swath.clipArea': { title: 'Clip Area to Footprint…', palette: inAreas },
  'swath.simplifyArea': { title: 'Simplify Area…', palette: inAreas },
  'swath.splitAreaFiles': { title: 'Split Areas into Files…', palette: inAreas },
  'swath.draftOrder': { title: 'Draft Order…', palette: signedIn },
  'swath.draftOrders': { title: 'Draft Orders for All Areas…', palette: signedIn },
  'swath.reorder': { title: 'Order Again…', enablement: signedIn, palette: signedIn },
  'swath.draftAnalyticOrder': { title: 'Draft Analytic Order', palette: 'false' },
  'swath.draftProductOrder': { title: 'Draft Product Order', palette: 'false' },
  'swath.priceOrder': { title: 'Price Order', palette: signedIn },
  'swath.placeOrder': { title: 'Place Order…', palette: signedIn },
  'swath.copyRequest': { title: 'Copy Request As…', palette: signedIn },
  'swath.copyAsCurl': { title: 'Copy as curl…', palette: 'false' },
  'swath.copyAsPython': { title: 'Copy as Python…', palette: 'false' },
  'swath.copyAsJavaScript': { title: 'Copy as JavaScript…', palette: 'false' },
  'swath.insertNotebookCell': { title: 'Insert as Notebook Cell…', palette: 'false' },
  'swath.openRequest': { title: 'Open as HTTP Request…', palette: 'false' },
  'swath.priceOrders': { title: 'Price Orders…', palette: `${signedIn} && workspaceFolderCount > 0` },
  'swath.placeOrders': { title: 'Place Orders…', palette: `${signedIn} && workspaceFolderCount > 0` },
  'swath.resolveOrder': { title: 'Check Unconfirmed Order…', palette: signedIn },
  'swath.openOrder': { title: 'Open Order', enablement: signedIn, palette: signedIn },
  'swath.openReport': { title: 'Open Report', enablement: signedIn, palette: signedIn },
  'swath.compareReports': { title: 'Compare Reports…', palette: `${signedIn} || ${inReport}` },
  'swath.exportReport': { title: 'Export Report…', palette: `${signedIn} || ${inReport}` },
  'swath.saveReviewedReport': { title: 'Save Reviewed GeoJSON…', palette: 'swath.hasReport' },
  'swath.compareReviews': { title: 'Compare Reviews…', palette: 'swath.hasReport' },
  'swath.showOrderOnMap': { title: 'Show Order on Map', enablement: signedIn, palette: signedIn },
  'swath.downloadDelivery': { title: 'Download Delivery', enablement: signedIn, palette: signedIn },
  'swath.downloadReady': {
    title: 'Download All Ready Deliveries',
    enablement: signedIn,
    palette: `${signedIn} && swath.hasReady`,
  },
  'swath.revealDelivery': { title: 'Reveal Downloaded File', enablement: signedIn, palette: signedIn },
  'swath.openInQgis': { title: 'Open in QGIS', palette: signedIn },
  'swath.updateStacCatalog': {
    title: 'Update STAC Catalog',
    enablement: signedIn,
    palette: signedIn,
  },
  'swath.showImage': { title: 'Show Image', palette: signedIn },
  'swath.unzipDelivery': { title: 'Unzip Delivery', palette: signedIn },
  'swath.switchConnection': { title: 'Switch Connection…', palette: `${hasSession} || ${hasConnections}` },
  'swath.addConnection': { title: 'Add Connection…' },
  'swath.editConnection': { title: 'Edit Connection…', palette: hasConnections },
  'swath.removeConnection': { title: 'Remove Connection…', palette: hasConnections },
  'swath.accountActions': { title: 'Account Actions…', palette: hasSession },
  'swath.diagnose': { title: 'Diagnose Connection', palette: `${hasSession} || ${hasConnections}` },
  'swath.revokeSubscription': { title: 'Revoke Subscription…', enablement: signedIn, palette: signedIn },
  'swath.createKey': { title: 'Create API Key…', enablement: signedIn, palette: signedIn },
  'swath.rotateKey': { title: 'Rotate API Key…', enablement: signedIn, palette: signedIn },
  'swath.deleteKey': { title: 'Delete API Key…', enablement: signedIn, palette: signedIn },
  'swath.copyLink': { title: 'Copy Link', palette: signedIn },
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
    palette: 'false',
  },
  'swath.exportPayments': { title: 'Export Payments', enablement: signedIn, palette: signedIn },
  'swath.arrangeSubscriptions': {
    title: 'Filter, Sort and Group Subscriptions…',
    enablement: signedIn,
    palette: 'false',
  },
  'swath.goToOrder': { title: 'Go to Order…', enablement: signedIn, palette: 'false' },
  'swath.arrangeOrders': { title: 'Filter, Sort and Group Orders…', enablement: signedIn, palette: 'false' },
  'swath.arrangeKeys': { title: 'Sort API Keys…', enablement: signedIn, palette: 'false' },
  'swath.arrangeList': { title: 'Filter, Sort and Group List…', enablement: signedIn, palette: signedIn },
  'swath.showLedger': { title: 'Show Ledger', palette: hasSession },
  'swath.arrangeLedger': { title: 'Filter, Sort and Group Ledger…', palette: 'false' },
  'swath.exportLedger': { title: 'Export Ledger…', palette: hasSession },
  'swath.fixOrder': { title: 'Fix Order', palette: 'false' },
  'swath.runRow': { title: 'Run Row Action', palette: 'false' },
} as const satisfies Record<string, CommandEntry>;

export type CommandId = keyof typeof commandTable;
