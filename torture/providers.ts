import type { Figure } from '#torture/figure.ts'

export async function providers(): Promise<Figure[]> {
  return []
}
