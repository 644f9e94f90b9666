import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileId, type RenderedImage, renderImage } from '#server/media/store-image.ts'

const drawings = join(import.meta.dirname, 'drawings')
/** Holds what the build has rendered, by id: 16 s of CPU time that neither a first start nor the shops of tests spend. */
const rendered = join(import.meta.dirname, '../../build/demo')
const facts = 'facts.json'

const pathOf = (name: string) => join(drawings, `${name}.svg`)
const render = (name: string) => renderImage(pathOf(name), { trustedSvg: true })

/** Returns a drawing of the demo, such as `portraits/anna`, as a picture; renders it unless the build has. */
export async function readDemoPicture(name: string): Promise<RenderedImage> {
  const folder = join(rendered, await fileId(pathOf(name)))
  if (!existsSync(folder)) return render(name)
  const files = readdirSync(folder).filter((file) => file !== facts)
  return {
    ...(JSON.parse(readFileSync(join(folder, facts), 'utf8')) as Omit<RenderedImage, 'files'>),
    files: new Map(files.map((file) => [file, readFileSync(join(folder, file))])),
  }
}

/** Renders all drawings for `readDemoPicture`. */
export async function renderDemoPictures(): Promise<void> {
  rmSync(rendered, { recursive: true, force: true })
  mkdirSync(rendered, { recursive: true })
  const waiting = globSync('**/*.svg', { cwd: drawings })
    .map((file) => file.slice(0, -'.svg'.length))
    .values()
  // Two at a time keep two cores busy.
  await Promise.all([renderWaiting(), renderWaiting()])

  async function renderWaiting(): Promise<void> {
    for (const name of waiting) {
      const { files, ...rest } = await render(name)
      const draft = join(rendered, `.${rest.id}`)
      mkdirSync(draft)
      writeFileSync(join(draft, facts), JSON.stringify(rest))
      for (const [file, bytes] of files) writeFileSync(join(draft, file), bytes)
      renameSync(draft, join(rendered, rest.id))
    }
  }
}
