import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathOf } from './bundledPackages.ts';
import { licenceTexts } from './licenceTexts.ts';

/** Work of others that is part of Swath: the notices and the SBOM are written from these. */
export interface ShippedPart {
  name: string;
  /** None if its makers don't give it one. */
  version?: string;
  license: string;
  homepage?: string;
  /** What the notices say, after the lines above. */
  text: string;
  /** Its address in the registry that it is from. */
  purl?: string;
  isData?: true;
  /** Names of other parts that it contains or uses, each as its `ref`. */
  uses: string[];
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
  author?: string | { name: string };
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Of the packages in `folders`, and what isn't a package. Throws if the license of one is missing. */
export function shippedParts(folders: readonly string[]): ShippedPart[] {
  return [places, openJpeg, ...folders.map(folder => packageIn(folder, folders))];
}

/** Names the part in the SBOM. */
export function refOf({ name, version, purl }: Pick<ShippedPart, 'name' | 'version' | 'purl'>): string {
  return purl ?? [name, version].filter(part => part !== undefined).join('@');
}

/** Of `media/places.txt`; see writePlaces.mjs. */
const places: ShippedPart = {
  name: 'GeoNames',
  license: 'CC-BY-4.0',
  homepage: 'https://www.geonames.org/',
  isData: true,
  uses: [],
  text: `Names and locations of cities, under the Creative Commons Attribution 4.0 International license:
https://creativecommons.org/licenses/by/4.0/

Shortened: the largest cities and all capitals, without population.`,
};

/** In the WebAssembly module of `@cornerstonejs/codec-openjpeg`, whose package has no copy of its license. */
const openJpeg: ShippedPart = {
  name: 'OpenJPEG',
  // As the module itself says.
  version: '2.5.4',
  license: 'BSD-2-Clause',
  homepage: 'https://www.openjpeg.org/',
  purl: 'pkg:github/uclouvain/openjpeg@v2.5.4',
  uses: [],
  text: `The copyright in this software is being made available under the 2-clauses BSD License, included below. This software may be
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
NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`,
};

function packageIn(folder: string, folders: readonly string[]): ShippedPart {
  const manifest = manifestIn(folder);
  const { name, version, license = 'unknown licence', homepage, dependencies, peerDependencies } = manifest;
  const files = readdirSync(pathOf(folder, '')).filter(file =>
    /^(?:licen[cs]e|copying|notices?)\b/i.test(file),
  );
  const texts = files.sort().map(file => readFileSync(pathOf(folder, file), 'utf8'));
  if (!files.some(file => /^(?:licen[cs]e|copying)/i.test(file))) texts.unshift(textWithoutFile(manifest));
  const uses = Object.keys({ ...dependencies, ...peerDependencies })
    .flatMap(used => folderOf(used, folder, folders) ?? [])
    .map(used => purlOf(manifestIn(used)));
  if (name === '@cornerstonejs/codec-openjpeg') uses.push(refOf(openJpeg));
  return {
    name,
    version,
    license,
    ...(homepage === undefined ? {} : { homepage }),
    text: texts.map(tidy).join('\n\n'),
    purl: purlOf(manifest),
    uses,
  };
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(pathOf(folder, 'package.json'), 'utf8')) as Manifest;
}

function purlOf({ name, version }: Manifest): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Where Node finds the package `name` from `folder`, if that is one of `folders`. */
function folderOf(name: string, folder: string, folders: readonly string[]): string | undefined {
  const inside = join(folder, 'node_modules', name).replaceAll('\\', '/');
  if (folders.includes(inside)) return inside;
  return folder === '.' ? undefined : folderOf(name, dirname(folder), folders);
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
