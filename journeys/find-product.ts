import type { Page } from '@playwright/test'
import type { Tool } from '#contract/catalog.ts'

/** Returns a product by name with its current price and stock. */
export async function findProduct(page: Page, name: string): Promise<Tool> {
  const response = await page.request.get('/tools')
  const tools: Tool[] = await response.json()
  const tool = tools.find((candidate) => candidate.name === name)
  if (!tool) throw new Error(`The shop sells no '${name}'.`)
  return tool
}

/** Returns the current stock of a product. */
export async function stockOf(page: Page, { _id }: Pick<Tool, '_id'>): Promise<number> {
  const response = await page.request.get(`/tools/${_id}`)
  const tool: Tool = await response.json()
  return tool.available
}

/** Returns products with a part number that can be ordered. */
export async function findPartsOnSale(page: Page, count: number): Promise<Tool[]> {
  const response = await page.request.get('/tools?limit=100')
  const tools: Tool[] = await response.json()
  return tools.filter(({ sku, available, minOrder }) => sku && available >= minOrder).slice(0, count)
}
