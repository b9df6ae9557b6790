import { expect, it } from 'vitest';
import { cornersText, positionText } from '../../../src/geo/positionText.ts';

it.each<[[number, number], string]>([
  [[5.3612, 43.2951], '43.29510° N, 5.36120° E'],
  [[181.25, -17.5], '17.50000° S, 178.75000° W'],
  [[-541, 0], '0.00000° N, 179.00000° E'],
  [[180, 1], '1.00000° N, 180.00000° E'],
])('a position is shown with the latitude first, and its longitude wrapped: %j', (position, text) => {
  expect(positionText(position)).toBe(text);
});

it('a box is shown by two corners', () => {
  expect(cornersText([5.3, 43.2, 5.4, 43.4], 1)).toBe('43.2° N, 5.3° E to 43.4° N, 5.4° E');
});
