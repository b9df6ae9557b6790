/** The variable with the path of a JSON file: the service to put the statements to, as an entry of `swath.connections`. */
export const serviceVariable = 'SWATH_CONTRACT_SERVICE';

/** The variable with an API key of that service. */
export const keyVariable = 'SWATH_CONTRACT_KEY';

/** Whether the statements are put to a service that is not ours. */
export function isPointed(): boolean {
  return process.env[serviceVariable] !== undefined;
}
