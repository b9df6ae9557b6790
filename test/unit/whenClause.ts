/** What the editor knows, by context key. */
export type Context = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Whether a `when` clause of the manifest holds, as the editor evaluates it. Throws for what no clause here uses. */
export function holds(clause: string | undefined, context: Context): boolean {
  if (clause === undefined) return true;
  const tokens = [...clause.matchAll(tokenPattern)].map(([token]) => token);
  // A clause that isn't read to its end would seem to hold.
  const [read, whole] = [tokens.join(''), clause].map(text => text.replaceAll(/\s/g, ''));
  if (read !== whole) throw new Error(`Can't read the clause ${clause}`);
  let at = 0;
  const next = () => tokens[at++] ?? '';
  const readAny = (): boolean => {
    let value = readAll();
    while (tokens[at] === '||') {
      at++;
      value = readAll() || value;
    }
    return value;
  };
  const readAll = (): boolean => {
    let value = readOne();
    while (tokens[at] === '&&') {
      at++;
      value = readOne() && value;
    }
    return value;
  };
  const readOne = (): boolean => {
    const token = next();
    if (token === '!') return !readOne();
    if (token === '(') {
      const value = readAny();
      if (next() !== ')') throw new Error(`A bracket is open in ${clause}`);
      return value;
    }
    if (token === 'true' || token === 'false') return token === 'true';
    const value = context[token];
    const operator = tokens[at] ?? '';
    if (!operators.includes(operator)) return Boolean(value);
    at++;
    return compare(value, operator, next(), context);
  };
  return readAny();
}

const tokenPattern = /\|\||&&|==|!=|=~|>|!|\(|\)|'[^']*'|\/(?:\\.|[^/\\])*\/i?|[\w.]+/g;
const operators = ['==', '!=', '=~', '>', 'in'];

function compare(value: Context[string], operator: string, operand: string, context: Context): boolean {
  const literal = operand.replaceAll("'", '');
  switch (operator) {
    case '==':
      return text(value) === literal;
    case '!=':
      return text(value) !== literal;
    case '>':
      return Number(value ?? 0) > Number(literal);
    case 'in': {
      const list = context[operand];
      return Array.isArray(list) && list.includes(String(value));
    }
    default: {
      const [, pattern = '', flags = ''] = /^\/(.*)\/(i?)$/.exec(operand) ?? [];
      return new RegExp(pattern, flags).test(text(value));
    }
  }
}

function text(value: Context[string]): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}
