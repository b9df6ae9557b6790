import { imagesNeeded } from '../model/order/analyticOrder.ts';
import type { ToolDesk } from './toolDesk.ts';

/** The analytics of the service, with what each takes. */
export async function listAnalytics(desk: ToolDesk, signal: AbortSignal): Promise<object> {
  const analytics = await (await desk.client()).analytics(signal);
  return {
    analytics: analytics.map(({ code, name, type, sensor, description }) => ({
      code,
      name,
      type,
      images: imagesNeeded(type) ?? 'not told',
      constellations: sensor.length > 0 ? sensor : 'not told',
      description,
    })),
  };
}
