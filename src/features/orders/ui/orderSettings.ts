import * as vscode from 'vscode';
import { hourMs } from '../../../base/words/moment.ts';
import { settingValue, userSetting } from '../../../platform/host/settings.ts';
import { type Budget, readLimit } from '../budget.ts';

/** Polling interval of the order list while an order is in progress, in milliseconds. */
export function pollMs(): number {
  return Math.max(5, settingValue('orders.pollSeconds')) * 1000;
}

/** Age in milliseconds after which an order in progress is late; `undefined`: never. */
export function lateAfterMs(): number | undefined {
  const hours = settingValue('orders.lateAfterHours');
  return hours > 0 ? hours * hourMs : undefined;
}

/** Shows the settings of the budget. */
export async function openBudget(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'swath.budget');
}

/** What can be spent without typing the amount. */
export function budget(): Budget {
  return {
    perOrder: readLimit(userSetting('budget.perOrder')),
    perDay: readLimit(userSetting('budget.perDay')),
  };
}
