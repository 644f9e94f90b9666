import type { Figure } from '#torture/figure.ts'

export async function overload(): Promise<Figure[]> {
  return []
}
