import { packagesOf } from './runtime.js'

// Checks that each lock file holds every optional package of the packages that it locks: npm leaves those of other systems out of a lock
// file that it makes next to installed packages, and then installs nothing on them.

const lacks = ['package-lock.json', 'bin/node/package-lock.json'].flatMap((file) =>
  findUnlocked(packagesOf(file)).map(
    ({ name, by }) => `${file} lacks ${name}, an optional package of ${by || 'the project'}.`,
  ),
)
if (lacks.length > 0) {
  process.stdout.write(
    `${lacks.join('\n')}\nCopy package.json and the lock file to an empty folder, run \`npm install --package-lock-only\` with npm 11 or newer, and copy the lock file back.\n`,
  )
  process.exitCode = 1
}

function findUnlocked(packages) {
  return Object.entries(packages).flatMap(([by, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesOf(name, by).some((place) => place in packages))
      .map((name) => ({ name, by })),
  )
}

/** Returns where Node looks for a package of another one, from the inside to the outside. */
function placesOf(name, by) {
  const parents = by
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, parts.length - index).join('/node_modules/'))
  return [
    ...parents.filter((parent) => parent !== '').map((parent) => `${parent}/node_modules/${name}`),
    `node_modules/${name}`,
  ]
}
