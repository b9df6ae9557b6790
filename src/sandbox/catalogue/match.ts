import type { Capture } from './world.ts';
import { foundCapture, resolutionOf, type Found, type ImageFeature } from './imageFeature.ts';
import { imageIdOf } from './imageId.ts';
import type { Service } from '../http/service.ts';

/** An image as a search sorts it. Each field is reckoned when it is asked for: of most images, one decides. */
export class Match implements Found {
  readonly capture: Capture;
  private readonly service: Service;
  private knownId: string | undefined;

  constructor(service: Service, capture: Capture) {
    this.service = service;
    this.capture = capture;
  }

  get id(): string {
    return (this.knownId ??= imageIdOf(this.service.world, this.capture));
  }

  get acquisitionDate(): number {
    return this.capture.time;
  }

  get publicationDate(): number {
    return this.capture.published;
  }

  get cloudCover(): number {
    return this.capture.cloud;
  }

  get snowCover(): number {
    return this.capture.snow;
  }

  get incidenceAngle(): number {
    return this.capture.incidence;
  }

  get illuminationElevationAngle(): number {
    return this.capture.sun.elevation;
  }

  get resolution(): number {
    return resolutionOf(this.service, this.capture);
  }

  get constellation(): string {
    return this.capture.spacecraft.instrument.constellation;
  }

  get platform(): string {
    return this.capture.spacecraft.platform;
  }

  get processingLevel(): string {
    return this.capture.level;
  }

  feature(): ImageFeature {
    return foundCapture(this.service, this.capture).feature();
  }
}
