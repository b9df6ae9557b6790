import { beforeEach, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { newPerson } from '../fake/person.ts';

beforeEach(newPerson);

it('the fake of the editor fails at a member that it does not have', () => {
  expect(() => Reflect.get(vscode.window, 'createTerminal')).toThrow('no vscode.window.createTerminal');
  const item = vscode.window.createStatusBarItem();
  expect(() => Reflect.set(item, 'blinks', true)).toThrow('cannot set StatusBarItem.blinks');
});

it('and refuses a command that nobody has registered', async () => {
  await expect(vscode.commands.executeCommand('swath.nowhere')).rejects.toThrow("'swath.nowhere' not found");
});
