import { relative } from 'node:path'

export interface Picture {
  stock: string
  screen: string
  width: number
  scheme: string
  file: string
}

/** Renders one page with all screenshots, a row per screen and shop, and the findings. */
export function contactSheet(folder: string, pictures: readonly Picture[], findings: readonly string[]): string {
  const rows = Map.groupBy(pictures, ({ stock, screen }) => `${screen}, ${stock}`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; background: #888; color: #111 }
  section { display: flex; gap: 1rem; overflow-x: auto; padding-bottom: 1rem; align-items: start }
  img { height: 360px; width: auto; max-width: none; object-fit: cover; object-position: top; display: block }
  a { color: inherit }
</style>
<h1>${pictures.length} pictures</h1>
<ul>${findings.map((finding) => `<li>${escape(finding)}</li>`).join('')}</ul>
${[...rows]
  .map(
    ([name, row]) =>
      `<h2>${escape(name)}</h2><section>${row
        .map(({ width, scheme, file }) => {
          const path = relative(folder, file)
          return `<a href="${path}">${width} ${scheme}<img loading="lazy" src="${path}" alt=""></a>`
        })
        .join('')}</section>`,
  )
  .join('\n')}
</html>
`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
