/** Properties that test runners, `await` and printers look for in any object. */
const probes = new Set([
  'then',
  'toJSON',
  '$$typeof',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  'hasAttribute',
  'constructor',
  'default',
  '__esModule',
]);

/**
 * A part of the fake that throws when a missing member is accessed: a test must not rely on `undefined` where the
 * editor would do something.
 *
 * @param name as the extension knows it, such as `vscode.window`
 */
export function loud<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key, receiver) {
      if (key in target || typeof key === 'symbol' || probes.has(key))
        return Reflect.get(target, key, receiver) as unknown;
      throw new Error(`The fake of vscode has no ${name}.${key}. Add it in test/fake.`);
    },
    set(target, key, value: unknown, receiver) {
      if (key in target || typeof key === 'symbol') return Reflect.set(target, key, value, receiver);
      throw new Error(`The fake of vscode cannot set ${name}.${key}. Add it in test/fake.`);
    },
  });
}
