/** What promises something: a line of code or a test holds it, or the word goes. */
export const absolute = /\b(?:every|any|all|always|never|only|exactly|whole)\b/i;

/** Of the pages that people trust: the start of each line with such a word, and the file that holds it, or nothing to hold. */
export const held: Readonly<Record<string, string>> = {
  'The cloud cover of a catalog': 'src/features/images/rules/clearHere.ts',
  '- Chat agents, and MCP clients': 'test/unit/features/agents/reach.test.ts',
  "- The key stays in the editor's secret storage": 'src/service/wire/token.ts',
  'sandbox makes no connection at all': 'test/unit/connections.test.ts',
  '3. **A subscription is revoked': 'test/contract/revoking.test.ts',
  '4. **A key goes to the authentication address': 'test/unit/service/wire/client.test.ts',
  '8. **A file has its final name': 'test/unit/platform/userFile.test.ts',
  '- **The content of deliveries.**': 'test/contract/downloads.test.ts',
  'VS Code runs tools that are marked read-only': 'src/features/agents/registerTools.ts',
  '(a draft opens, a price is shown': 'src/features/agents/registerTools.ts',
  "always. Agents can't sign in": 'test/unit/features/agents/reach.test.ts',
  'service. The only thing it can do': 'src/features/agents/mcpServer.ts',
};
