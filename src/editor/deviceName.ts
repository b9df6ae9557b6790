/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const devices = /^(con|prn|aux|nul|(com|lpt)[\d¹²³])(\.|$)/i;

/** Whether Windows takes a file of this name for a device, whatever its ending. */
export function isDeviceName(name: string): boolean {
  return devices.test(name);
}
