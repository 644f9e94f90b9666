import { networkError } from '#web/api/api-problem.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import type * as IdentitySdk from '#web/identity/identity-sdk.ts'

export interface Library {
  sdk: typeof IdentitySdk
  explain: (error: unknown) => unknown
}

let library: Promise<Library> | undefined

/** Runs something with the identity library, which is loaded when it is first needed. Throws IdentityProblem or ApiProblem. */
export async function identity<Result>(use: (sdk: Library['sdk']) => Promise<Result>): Promise<Result> {
  const { sdk, explain } = await loadIdentity()
  try {
    return await use(sdk)
  } catch (error) {
    throw explain(error)
  }
}

/** Fetches the library ahead: some browsers open a provider's window only right after the press of a button. */
export function loadIdentity(): Promise<Library> {
  library ??= fetchLibrary().catch((error: unknown) => {
    library = undefined
    console.error(error)
    throw networkError()
  })
  return library
}

async function fetchLibrary(): Promise<Library> {
  const isGoogles = pageSettings().identity.mode === 'firebase'
  const [sdk, { explainIdentityError }] = await Promise.all([
    isGoogles ? import('#web/identity/identity-sdk.ts?google') : import('#web/identity/identity-sdk.ts'),
    import('#web/identity/explain-identity-error.ts'),
  ])
  return { sdk, explain: explainIdentityError }
}
