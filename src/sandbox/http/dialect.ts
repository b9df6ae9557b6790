/** Whose shapes the answers have: the specification's alone, or those of services that run. */
export type Dialect = 'specification' | 'deployed';
