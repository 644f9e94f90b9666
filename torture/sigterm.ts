import type { Figure } from '#torture/figure.ts'

export async function sigterm(): Promise<Figure[]> {
  return []
}
