import type { Figure } from '#torture/figure.ts'

export async function memory(): Promise<Figure[]> {
  return []
}
