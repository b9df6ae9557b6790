/** Colours of classes, declared in `styles/report.css` from the editor's theme as `--swath-class-…`. */
export const classColourNames = [
  ...['1', '2', '3', '4', '5', '6', '7', '8'],
  ...['low', 'lower', 'middle', 'higher', 'high'],
  ...['rest', 'report'],
] as const;

export type ClassColour =
  | ('1' | '2' | '3' | '4' | '5' | '6' | '7' | '8')
  | ('low' | 'lower' | 'middle' | 'higher' | 'high')
  | ('rest' | 'report');

export type ClassColours = Readonly<Record<ClassColour, string>>;

/** What they come to under the theme in force. */
export function readClassColours(): ClassColours {
  const style = getComputedStyle(document.body);
  const read = classColourNames.map(name => [name, style.getPropertyValue(`--swath-class-${name}`).trim()]);
  return Object.fromEntries(read) as ClassColours;
}
