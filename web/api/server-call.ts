import { createContext, type RouterContext, type RouterContextProvider } from 'react-router'
import type { ClientSettings } from '#contract/settings.ts'
import type { Answer, Endpoint, Params, Query } from '#contract/endpoint.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { refusalSentence } from '#web/api/refusal-sentence.ts'
import { type ProblemBody, type ProblemCode, problems } from '#contract/problem.ts'

/** What the server lends to a page while it renders. */
export interface RenderServices {
  call(endpoint: Endpoint, input: { params?: unknown; query?: unknown; body?: unknown }): Promise<unknown>
  settings: ClientSettings
  /** Shows what only developers want to see. */
  forDevelopers: boolean
}

declare global {
  var boltyardRender: RouterContext<RenderServices> | undefined
}

/** One key for the server and this bundle, though each has its own copy of the modules: whoever comes first creates it. */
const renderContext = (globalThis.boltyardRender ??= createContext<RenderServices>())

/** Calls an endpoint from a loader, without a detour over the network, as a visitor who is not signed in. */
export async function serverCall<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: { params?: Params<E>; query?: Query<E> } = {},
): Promise<Answer<E>> {
  try {
    const answer = await context.get(renderContext).call(endpoint, input)
    // The server has checked its own answer against the contract.
    return answer as Answer<E>
  } catch (error) {
    throw toApiProblem(error) ?? error
  }
}

/** The server's own refusals are of a class that this bundle does not know. */
function toApiProblem(error: unknown): ApiProblem | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const code = error.code
  if (!isProblemCode(code)) return undefined
  // The server's refusals carry facts of the contract.
  const facts = ('facts' in error ? error.facts : undefined) as ProblemBody['facts']
  const message = refusalSentence({ code, message: error.message, facts: facts ?? {} })
  return new ApiProblem({ code, status: problems[code].status, message, facts })
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** The settings that every page carries. */
export function renderSettings(context: Readonly<RouterContextProvider>): ClientSettings {
  return context.get(renderContext).settings
}

/** Whether this shop runs for its developers, and not for buyers. */
export function isForDevelopers(context: Readonly<RouterContextProvider>): boolean {
  return context.get(renderContext).forDevelopers
}
