import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Answer } from '#web/api/answers.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { type Filter, keyOf, type LongList, type Pages } from '#web/api/keep-pages.ts'
import { toast } from '#web/ui/toast.tsx'

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
  useEffect(() => void pages.open(key), [pages, key])
  return {
    list: answer.state === 'loading' ? last : answer,
    stale: answer.state === 'loading' && last.state === 'ready',
    isBusy,
    refresh: () => pages.refresh(key),
    /** In the lists of all filters: the next one may be on its way already. */
    change: (work: (rows: readonly Row[]) => readonly Row[]) =>
      pages.changeAll((list) => ({ ...list, rows: work(list.rows) })),
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
