import { mostRows } from '#contract/paging.ts'
import { type Answers, keepAnswers } from '#web/api/answers.ts'

/** The beginning of a list that the server keeps; `next` is set while there is more. */
export interface LongList<Row> {
  rows: readonly Row[]
  next: string | undefined
}

/** What a list is narrowed by, and who looks at it: the same filter is the same list. */
export type Filter = Record<string, string>

interface PageWish {
  limit: string
  after?: string
}

export interface Pages<Row> extends Answers<LongList<Row>> {
  /** Asks for the rows that follow. */
  more(key: string): Promise<void>
}

const step = 50

/** Cuts what was asked for with `size + 1` rows: the last one only tells that there is more. */
export function cutPage<Row extends { _id: string }>(rows: readonly Row[], size: number): LongList<Row> {
  return { rows: rows.slice(0, size), next: rows.length > size ? rows[size - 1]?._id : undefined }
}

/**
 * Keeps the beginnings of long lists, by their filter; renewed, a list stays as long as it was shown. `most` is how many rows the
 * server gives at a time.
 */
export function keepPages<Row extends { _id: string }, Wanted extends Filter = Filter>(
  ask: (filter: Wanted, page: PageWish) => Promise<readonly Row[]>,
  most = mostRows,
): Pages<Row> {
  async function read(key: string, size: number, after?: string): Promise<LongList<Row>> {
    const now = Math.min(size, most - 1)
    const limit = String(now + 1)
    const page = cutPage(await ask(readFilter<Wanted>(key), after === undefined ? { limit } : { limit, after }), now)
    if (now === size || page.next === undefined) return page
    const rest = await read(key, size - now, page.next)
    return { rows: [...page.rows, ...rest.rows], next: rest.next }
  }
  const answers: Answers<LongList<Row>> = keepAnswers((key) => {
    const known = answers.read(key)
    return read(key, Math.max(known.state === 'ready' ? known.value.rows.length : 0, step))
  })
  return {
    ...answers,
    async more(key) {
      const known = answers.read(key)
      if (known.state !== 'ready' || known.value.next === undefined) return
      const { next: after } = known.value
      const page = await read(key, step, after)
      answers.change(key, (list) =>
        list.next === after ? { rows: [...list.rows, ...page.rows], next: page.next } : list,
      )
    },
  }
}

/** The key of a list, made of its filter. */
export const keyOf = (filter: Filter) => new URLSearchParams(filter).toString()
// The key was made of such a filter.
const readFilter = <Wanted extends Filter>(key: string) => Object.fromEntries(new URLSearchParams(key)) as Wanted
