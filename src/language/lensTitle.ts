/**
 * A lens that begins with an icon of the editor. A plain blank behind the icon would vanish: the editor lays out the parts
 * of a lens side by side, and drops blanks at the begin of a part.
 *
 * @param icon name of the icon, such as `search` or `sync~spin`
 */
export function lensTitle(icon: string, text: string): string {
  return `$(${icon})\u00a0${text}`;
}
