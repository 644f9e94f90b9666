import type { Figure } from '#torture/figure.ts'

export async function several(): Promise<Figure[]> {
  return []
}
