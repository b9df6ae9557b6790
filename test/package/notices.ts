import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../editor/repository.ts';
import { bundledPackages, pathOf } from './bundledPackages.ts';
import { licenceTexts } from './licenceTexts.ts';

export const noticesFile = join(repository, 'THIRD-PARTY-NOTICES.txt');

interface Manifest {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
  author?: string | { name: string };
}

/** Every third-party package that is part of Swath, with the text of its license. Throws if one is missing. */
export async function notices(): Promise<string> {
  const parts = (await bundledPackages()).map(noticeOf);
  const head =
    'Swath contains parts of the packages below, under the licences that follow each name.\n' +
    'Written by `npm run licenses`.\n';
  return [head, places, openJpeg, ...parts].join(`\n${'-'.repeat(80)}\n\n`);
}

/** In the WebAssembly module of `@cornerstonejs/codec-openjpeg`, whose package has no copy of it. */
const openJpeg = `OpenJPEG (BSD-2-Clause)
https://www.openjpeg.org/

The copyright in this software is being made available under the 2-clauses BSD License, included below. This software may be
subject to other third party and contributor rights, including patent rights, and no such rights are granted under this license.

Copyright (c) 2002-2014, Universite catholique de Louvain (UCL), Belgium
Copyright (c) 2002-2014, Professor Benoit Macq
Copyright (c) 2003-2014, Antonin Descampe
Copyright (c) 2003-2009, Francois-Olivier Devaux
Copyright (c) 2005, Herve Drolon, FreeImage Team
Copyright (c) 2002-2003, Yannick Verschueren
Copyright (c) 2001-2003, David Janssens
Copyright (c) 2011-2012, Centre National d'Etudes Spatiales (CNES), France
Copyright (c) 2012, CS Systemes d'Information, France

All rights reserved.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following
conditions are met:
1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.
2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS \`AS IS' AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING,
BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT
SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING
NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`;

/** Of `media/places.txt`; see writePlaces.mjs. */
const places = `GeoNames, names and locations of cities (Creative Commons Attribution 4.0)
https://www.geonames.org/
https://creativecommons.org/licenses/by/4.0/

Shortened: the largest cities and all capitals, without population.
`;

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(pathOf(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license = 'unknown licence', homepage } = manifest;
  const files = readdirSync(pathOf(folder, '')).filter(file =>
    /^(?:licen[cs]e|copying|notices?)\b/i.test(file),
  );
  const texts = files.sort().map(file => readFileSync(pathOf(folder, file), 'utf8'));
  if (!files.some(file => /^(?:licen[cs]e|copying)/i.test(file))) texts.unshift(textWithoutFile(manifest));
  const lines = [`${name} ${version} (${license})`, ...(homepage === undefined ? [] : [homepage])];
  return `${lines.join('\n')}\n\n${texts.map(tidy).join('\n\n')}\n`;
}

function textWithoutFile({ name, license, author }: Manifest): string {
  const text = licenceTexts[license ?? ''];
  if (!text) throw new Error(`${name} (${license}) has no text of its licence: add one to licenceTexts.ts.`);
  return text((typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`);
}

/** Makes the text the same on every machine. */
function tidy(text: string): string {
  return text
    .replace(/^\u{feff}/u, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();
}
