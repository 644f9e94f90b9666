import { registerHooks } from 'node:module'

// Loaded before whatever runs the sources. For every file that a module imports, Node copies the package.json of its package, and
// Drizzle's has 180 KB: a second and 240 MB for a hundred files, in which nothing hangs on it.
registerHooks({
  resolve(specifier, context, next) {
    const isItsOwn = specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
    if (!isItsOwn || !context.parentURL.endsWith('.js')) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
