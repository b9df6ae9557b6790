/** The properties that Swath adds to the features of a report, in the files that it writes. */
export const ownProperties = {
  /**
   * What a comparison of two reports found: `new`, `gone`, `same`, or `outside` the `older` or `newer` one, which doesn't
   * cover the place.
   */
  change: 'swath:change',
  /** The feature of the other report, and how far it is the same: the share of the overlap, or the distance of the centers. */
  matched: 'swath:matched',
  overlap: 'swath:overlap',
  distance: 'swath:distance_m',
  /** The report of a feature, if several are shown together. */
  report: 'swath:report',
  /** What a person decided about it. */
  review: 'swath:review',
  note: 'swath:note',
} as const;

export type OwnProperty = (typeof ownProperties)[keyof typeof ownProperties];
