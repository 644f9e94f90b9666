import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export interface StatementRecorder extends Disposable {
  /** Returns the statements that some work has sent, `BEGIN` and `COMMIT` among them; jobs that run at the same time are not. */
  record(work: () => Promise<unknown>): Promise<string[]>
}

/** Records statements. Call it before the shop opens: connections keep the method that they find. */
export function recordStatements(): StatementRecorder {
  const recorded = new AsyncLocalStorage<string[]>()
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function (this: unknown, ...args) {
    recorded.getStore()?.push(textOf(args[0]))
    return query.apply(this, args)
  }
  return {
    async record(work) {
      const statements: string[] = []
      await recorded.run(statements, work)
      return statements
    },
    [Symbol.dispose]: () => void (prototype.query = query),
  }
}

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query)
