/** Default minimum number of days between two images that are compared. */
export const usualDaysApart = 30;
