import type { Figure } from '#torture/figure.ts'

export async function diskFull(): Promise<Figure[]> {
  return []
}
