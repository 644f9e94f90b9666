import MarkdownIt from 'markdown-it'
import { limitMarkdown, markdownLimits, newMarkdownBudget } from '#contract/markdown-limit.ts'
import { problem } from '#server/platform/http/problem.ts'

const parse = limitMarkdown(new MarkdownIt({ linkify: true }))

/** Throws `markdown-too-large` if the Markdown of a page would become too many elements. All texts that people write in Markdown come here. */
export function assertMarkdownFits(...texts: readonly string[]): void {
  const budget = newMarkdownBudget()
  if (texts.some((text) => parse(text, budget) === undefined))
    throw problem('markdown-too-large', { count: markdownLimits.elements })
}
