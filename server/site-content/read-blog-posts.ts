import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#contract/language.ts'

const slugs = [
  'react-performance',
  'state-management',
  'prototypal-inheritance',
  'direct-state-updates',
  'searching-arrays',
  'unit-tests',
]

/** Returns the initial blog questions: the heading of a file, and the answer as Markdown. */
export function readQuestions(language: Language): { slug: string; question: string; answer: string }[] {
  return slugs.map((slug) => {
    const text = readFileSync(join(import.meta.dirname, 'blog', language, `${slug}.md`), 'utf8')
    const [, question = '', answer = ''] = /^# (.+)\n+([^]+)$/.exec(text) ?? []
    return { slug, question, answer: answer.trim() }
  })
}
