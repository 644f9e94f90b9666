/** Fills the names in braces of a pattern, such as `{name} – {store}`; what is not known is left out. */
export const fillPattern = (pattern: string, facts: Readonly<Record<string, string | undefined>>): string =>
  pattern
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
