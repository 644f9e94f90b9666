import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { problemSentence } from '#web/api/api-problem.ts'
import { useWhenOnline } from '#web/ui/when-online.ts'

/** What is known of an answer: nothing yet, why there is none, or its last value. */
export type Answer<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; error: unknown }
  | { state: 'ready'; value: Value }

/** The answers of one call by their key. A page that is opened again shows the last one at once and asks anew behind. */
export interface Answers<Value> {
  read(key: string): Answer<Value>
  /** Asks, unless somebody is asking already; what is shown stays until the answer is here, and also if there is none. */
  open(key: string): Promise<void>
  /** Asks for what is so by now: an answer that is under way is of before, and is asked for again. */
  refresh(key: string): Promise<void>
  /** Shows what was done, before the server is asked for it. */
  change(key: string, change: (value: Value) => Value): void
  /** Shows what was done in the answers of all keys. */
  changeAll(change: (value: Value) => Value): void
  subscribe: (listener: () => void) => () => void
}

/** Keeps the answers of `ask` for as long as the document lives. */
export function keepAnswers<Value>(ask: (key: string) => Promise<Value>): Answers<Value> {
  const answers = new Map<string, Answer<Value>>()
  const changes = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()
  const loading: Answer<Value> = { state: 'loading' }

  function show(key: string, answer: Answer<Value>): void {
    answers.set(key, answer)
    for (const listener of listeners) listener()
  }

  async function fetchAnew(key: string): Promise<void> {
    const before = changes.get(key)
    try {
      const value = await ask(key)
      // An answer from before a change on the screen would take that change back.
      if (changes.get(key) !== before) return await fetchAnew(key)
      show(key, { state: 'ready', value })
    } catch (error) {
      if (answers.get(key)?.state !== 'ready') show(key, { state: 'failed', message: problemSentence(error), error })
    }
  }

  function open(key: string): Promise<void> {
    if (answers.get(key)?.state === 'failed') show(key, loading)
    const asked = running.get(key) ?? fetchAnew(key).finally(() => running.delete(key))
    running.set(key, asked)
    return asked
  }

  function outdate(key: string): void {
    changes.set(key, (changes.get(key) ?? 0) + 1)
  }

  function change(key: string, work: (value: Value) => Value): void {
    const answer = answers.get(key)
    outdate(key)
    if (answer?.state === 'ready') show(key, { state: 'ready', value: work(answer.value) })
  }

  return {
    read: (key) => answers.get(key) ?? loading,
    open,
    refresh(key) {
      outdate(key)
      return open(key)
    },
    change,
    changeAll(work) {
      for (const key of new Set([...answers.keys(), ...running.keys()])) change(key, work)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The answer for a key, followed as it changes; asked for when the page opens. */
export function useAnswer<Value>(answers: Answers<Value>, key: string): Answer<Value> & { retry: () => void } {
  const answer = useSyncExternalStore(
    answers.subscribe,
    () => answers.read(key),
    () => answers.read(key),
  )
  const retry = useCallback(() => void answers.open(key), [answers, key])
  useEffect(retry, [retry])
  useWhenOnline(retry, answer.state === 'failed')
  return { ...answer, retry }
}
