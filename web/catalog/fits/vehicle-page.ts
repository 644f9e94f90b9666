import { data, redirect } from 'react-router'
import { getCategory } from '#contract/categories.ts'
import { getVehiclePage, minPartsOfPage, type VehiclePage } from '#contract/vehicle-pages.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import type { Ask } from '#web/catalog/product-list.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Loads the page of a vehicle; a former address leads to the one of now. */
export async function loadVehiclePage(ask: Ask, slug: string, request: Request): Promise<VehiclePage> {
  try {
    const page = await ask(getVehiclePage, { params: { slug }, query: { language: currentLanguage() } })
    if (page.slug !== slug) {
      const { pathname, search } = new URL(request.url)
      throw redirect(pathname.replace(`/fits/${slug}`, `/fits/${page.slug}`) + search, 301)
    }
    return page
  } catch (error) {
    throw orGone(error)
  }
}

/** Returns a category of a vehicle's page; leads to the one of now, or, with too few parts for a page, to that of the vehicle. */
export async function findCategoryOf(ask: Ask, page: VehiclePage, slug: string) {
  const found = page.categories.find(({ category }) => category === slug)
  if (found && found.products >= minPartsOfPage) return found
  try {
    const { category } = await ask(getCategory, { params: { slug }, query: { language: currentLanguage() } })
    throw category === slug ? redirect(`/fits/${page.slug}`) : redirect(`/fits/${page.slug}/${category}`, 301)
  } catch (error) {
    throw orGone(error)
  }
}

/** Whether there is no such vehicle or category; a text that can be no address names none either. */
const isGone = (error: unknown) =>
  error instanceof ApiProblem && ['vehicle-not-found', 'category-not-found', 'invalid-request'].includes(error.code)

const orGone = (error: unknown) => (isGone(error) ? data(t('fits.gone'), { status: 404 }) : error)

/** Returns the name of a vehicle, such as `Volkswagen Golf V`. */
export const vehicleName = ({ make, family, generation }: VehiclePage) =>
  [make, family, generation].filter(Boolean).join(' ')

/** Returns the years of a vehicle, such as `2003–2008`; empty if none are known. */
export const vehicleYears = ({ from, to }: VehiclePage) => (from === undefined ? '' : `${from}–${to ?? ''}`)

/** Returns the name of a vehicle with its years. */
export const datedName = (page: VehiclePage) => [vehicleName(page), vehicleYears(page)].filter(Boolean).join(' ')
