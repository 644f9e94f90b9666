import { registerHooks } from 'node:module'

// Loaded before whatever runs the sources. For every import of a package or within it Node reads all of its package.json, and
// Drizzle's has 180 KB: two seconds and 300 MB for some three hundred imports, in which nothing hangs on it.
const found = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context
    if (!conditions.includes('import')) return next(specifier, context)
    if (specifier.startsWith('.') && parentURL.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (specifier !== 'drizzle-orm' && !specifier.startsWith('drizzle-orm/')) return next(specifier, context)
    if (!found.has(specifier)) found.set(specifier, { ...next(specifier, context), shortCircuit: true })
    return found.get(specifier)
  },
})
