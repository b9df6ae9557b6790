/** A map that forgets what was used longest ago. */
export class LruMap<K, V> {
  private readonly entries = new Map<K, V>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: K, value: V): V {
    this.entries.delete(key);
    this.entries.set(key, value);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.size && oldest !== undefined) this.entries.delete(oldest);
    return value;
  }
}
