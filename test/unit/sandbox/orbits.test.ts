import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laneAngle, lastLane } from '../../../src/sandbox/catalogue/capture.ts';
import { fleet } from '../../../src/sandbox/catalogue/fleet.ts';
import { nodeLongitude, toGround, toTrack } from '../../../src/sandbox/catalogue/orbit.ts';
import { uniform } from './areas.ts';

describe('orbits', () => {
  test('a place and its angles to a track are inverse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fleet),
        fc.nat(378),
        uniform(-1.5, 1.5),
        uniform(-0.09, 0.09),
        ({ orbit }, residue, along, across) => {
          const node = nodeLongitude(orbit, residue);
          const back = toTrack(orbit, node, toGround(orbit, node, along, across));
          expect(back.along).toBeCloseTo(along, 6);
          expect(back.across).toBeCloseTo(across, 6);
        },
      ),
    );
  });

  test('every place between the orbits’ limits is seen from some track', () => {
    fc.assert(
      fc.property(uniform(-180, 180), uniform(-85, 85), (x, y) => {
        for (const spacecraft of fleet) {
          const widest = laneAngle(spacecraft) * (lastLane(spacecraft) + 0.5);
          const seen = Array.from({ length: spacecraft.orbit.revolutions }, (_, residue) =>
            toTrack(spacecraft.orbit, nodeLongitude(spacecraft.orbit, residue), [x, y]),
          ).some(({ along, across }) => Math.abs(across) < widest && Math.abs(along) < Math.PI / 2);
          expect(seen).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
