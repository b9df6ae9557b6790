import { beforeEach } from 'vitest';
import { newEditor } from '../fake/editor.ts';

// Files that share their modules share no windows, messages or answers.
beforeEach(() => void newEditor());
