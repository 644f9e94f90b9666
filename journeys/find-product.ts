import type { Page } from '@playwright/test'
import type { Tool } from '#contract/catalog.ts'

/** A product by its name, with the price and stock that the shop tells everybody right now. */
export async function findProduct(page: Page, name: string): Promise<Tool> {
  const answer = await page.request.get('/tools')
  const tools: Tool[] = await answer.json()
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`The shop sells no '${name}'.`)
  return tool
}

/** How many units of a product are on the shelf right now. */
export async function stockOf(page: Page, { _id }: Pick<Tool, '_id'>): Promise<number> {
  const answer = await page.request.get(`/tools/${_id}`)
  const tool: Tool = await answer.json()
  return tool.available
}
