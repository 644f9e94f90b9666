import { useEffect, useState, useSyncExternalStore } from 'react'
import { mostRows } from '#contract/paging.ts'
import { type Answer, type Answers, keepAnswers } from '#web/api/answers.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { toast } from '#web/ui/toast.tsx'

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

/** Keeps the beginnings of long lists, by their filter; renewed, a list stays as long as it was shown. */
export function keepPages<Row extends { _id: string }, Wanted extends Filter = Filter>(
  ask: (filter: Wanted, page: PageWish) => Promise<readonly Row[]>,
): Pages<Row> {
  const askFor = (key: string, page: PageWish) => ask(readFilter<Wanted>(key), page)
  const answers: Answers<LongList<Row>> = keepAnswers(async (key) => {
    const known = answers.read(key)
    const shown = known.state === 'ready' ? known.value.rows.length : 0
    const size = Math.min(Math.max(shown, step), mostRows - 1)
    return cutPage(await askFor(key, { limit: String(size + 1) }), size)
  })
  return {
    ...answers,
    async more(key) {
      const known = answers.read(key)
      if (known.state !== 'ready' || known.value.next === undefined) return
      const { next: after } = known.value
      const page = cutPage(await askFor(key, { limit: String(step + 1), after }), step)
      answers.change(key, (list) =>
        list.next === after ? { rows: [...list.rows, ...page.rows], next: page.next } : list,
      )
    },
  }
}

const keyOf = (filter: Filter) => new URLSearchParams(filter).toString()
// The key was made of such a filter.
const readFilter = <Wanted extends Filter>(key: string) => Object.fromEntries(new URLSearchParams(key)) as Wanted

/** A list on a page: while another filter is asked for, the rows of the one before stay, marked as `stale`. */
export function usePages<Row, Wanted extends Filter>(pages: Pages<Row>, filter: Wanted) {
  const key = keyOf(filter)
  const answer = useSyncExternalStore(
    pages.subscribe,
    () => pages.read(key),
    () => pages.read(key),
  )
  const [last, setLast] = useState<Answer<LongList<Row>>>(answer)
  if (answer.state !== 'loading' && answer !== last) setLast(answer)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => void pages.refresh(key), [pages, key])
  return {
    list: answer.state === 'loading' ? last : answer,
    stale: answer.state === 'loading' && last.state === 'ready',
    isBusy,
    refresh: () => pages.refresh(key),
    change: (work: (rows: readonly Row[]) => readonly Row[]) =>
      pages.change(key, (list) => ({ ...list, rows: work(list.rows) })),
    more: async () => {
      setBusy(true)
      await pages.more(key).catch((error: unknown) => toast.error(problemSentence(error)))
      setBusy(false)
    },
  }
}

/** A text that follows what is typed when the typing pauses. */
export function useSettled(text: string, pauseMs = 250): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
