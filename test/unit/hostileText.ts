/** A hostile name: a link that runs a command, an icon, and control characters that reverse the amount. */
export const hostileText = '[Repair](command:workbench.action.openSettings) $(trash) \u202e\x1b49 credits';

/** The same on screen. */
export const fitText = '[Repair]\u200b(command:workbench.action.openSettings) $\u200b(trash) 49 credits';
