import {
  type Scope,
  chooseFamily,
  chooseGeneration,
  isInList,
  isMake,
  placed,
  reopen,
  takeAs,
} from '#server/vehicles/choose-name.ts'
import { findAll } from '#server/vehicles/find-all.ts'
import { type Named, type Span, type Word, follows, joins, spansOf, spansOfPhrases } from '#server/vehicles/fit-text.ts'
import { areTwins, badges, connector, doors, looks, styled, versionKeys } from '#server/vehicles/fit-words.ts'
import type { Fit, FitAnswer, FitAnswers } from '#server/vehicles/fits.ts'
import {
  areBodies,
  bodyBetween,
  bodyCode,
  codeOfBody,
  generationOf,
  isCodeBehind,
  isChassisCode,
  isCodeBehindNumber,
  isCodeOfBody,
  isCodePlace,
  isFamilyWithCode,
  isGenerationOf,
  isGenerationOfNamed,
  isNumeralBeforeCode,
  isTypeOfOneVehicle,
  isUnknownCode,
  loadClass,
  takeBrackets,
} from '#server/vehicles/generation-codes.ts'
import { findAnswers, holdAnswers, isCertain, meantBeside, overlap } from '#server/vehicles/hold-answers.ts'
import {
  bmwModel,
  isModelOfSeries,
  joinModels,
  joinNumbersOfMercedes,
  modelOfSeries,
  readSpacedModel,
  seriesWithCode,
} from '#server/vehicles/numbered-models.ts'
import { isBrand, isPartWord } from '#server/vehicles/part-words.ts'
import { isSport, makeOfSportCode } from '#server/vehicles/sport-models.ts'
import { type NamedThing, type VehicleNames, familyKey, nameKey, plainText } from '#server/vehicles/vehicle-names.ts'
import { wasBuilt } from '#server/vehicles/years-of-models.ts'

/** Names the vehicles of a clause from left to right, longest names first. */
export function nameVehicles(
  text: string,
  words: readonly Word[],
  isClaimed: (word: Word) => boolean,
  isCutFromYears: (span: Span) => boolean,
  names: VehicleNames,
  answers: FitAnswers | undefined,
  scope: Scope,
): Named[] {
  const named: Named[] = []
  const codesOfSports: { code: string; make: string }[] = []
  const found = findAnswers(words, isClaimed, names, answers)
  const nameWithout = () => nameVehicles(text, words, isClaimed, isCutFromYears, names, undefined, { ...scope })
  const plain = found.length > 0 ? withoutTrace(words, nameWithout) : []
  const held = answers ? holdAnswers(found, plain, words, names, answers) : []
  for (const word of words) word.isTaken = isClaimed(word) || isOfDoors(word, text)
  for (const word of looksOf(words)) [word.isTaken, word.as] = [true, 'part']
  let make = scope.make
  let makeAt = -99
  /** Makes that stand next to each other, as in `Chevrolet GMC Astro Safari`. */
  let chain: string[] = []
  /** The last word of a make or vehicle that a name may follow at once. */
  let chainEnd = -99
  for (let first = 0; first < words.length; first++) {
    const spaced = readSpacedModel(named, words, first, { make, isBehindMake: makeAt === first - 1, scope, names })
    if (spaced) {
      if (spaced.model) named.push(spaced.model)
      if (spaced.isLink) chainEnd = first + 1
      first += spaced.isLetter ? 0 : 1
      continue
    }
    let taken = -1
    for (const { key, last, isName } of spansOfPhrases(words, first, names.maxWords, held)) {
      const one = held.find((other) => other.first === first && other.last === last)
      const answer = one?.answer
      const previous = named.at(-1)
      // That `B4` of a brand is no vehicle says nothing of a Passat B4.
      const isCode = answer?.fits.length === 0 && isCodeBehind(previous, words, first, text, names)
      const isOtherMake =
        make !== null &&
        makeAt === first - 1 &&
        answer?.fits.every((fit) => fit.make !== make) &&
        names.things.get(key)?.some((one) => one.kind === 'family' && one.make === make)
      // `94-` in front of a number of a part may be years, too.
      const isNumberCut = /^\d{2}$/.test(words[last]?.key ?? '') && /^-\d/.test(text.slice(words[last]?.end))
      const isCut =
        isNumberCut || isCutFromYears({ start: (words[first] as Word).start, end: (words[last] as Word).end })
      // That `Kangoo (f` is no vehicle says nothing of a Kangoo (F/KC0).
      const isNarrowed =
        answer?.fits.length === 0 && last > first && isFamilyWithCode(words[first], words[last + 1], names)
      const nearest = previous ?? plain.find((other) => other.first > last)
      const fits = one ? meantBeside(one, nearest, scope.makesOfText, names) : []
      const isElsewhere = fits.length === 0 && answer?.fits.length !== 0
      if (answer && !isElsewhere && !isCode && !isNarrowed && (fits.length === 0 || !(isCut || isOtherMake))) {
        const family = /^\p{L}{3,}$/u.test(words[last]?.key ?? '') ? onlyFamily(answer) : null
        if (family) named.push({ ...placed(family, words, first, last), answered: answer })
        else {
          const restriction = versionOfAnswer(fits, words.slice(first, last + 1), text, names)
          for (const fit of takeCode(fits, previous))
            named.push({ ...placed(fit, words, first, last), restriction, answer: fit })
        }
        for (const word of words.slice(first, last + 1)) takeAs(word, answer, first)
        if (fits.length > 0) [make, chainEnd] = [fits.at(-1)?.make ?? make, last]
        taken = last
        break
      }
      if (!isName || isDecimal(words, first, last)) continue
      // `1P1` is a body of `1P`.
      const ofHead =
        withHead(previous, words, first, last, names) ??
        firebirdOf(key, makeAt === first - 1 ? make : null, previous, words, first, names)
      if (ofHead) {
        named.push(placed(ofHead, words, first, last))
        ;[make, chainEnd, taken] = [ofHead.make, last, last]
        break
      }
      const things = (
        names.things.get(key) ??
        (/^\d\p{L}\d$/u.test(key) ? names.things.get(key.slice(0, 2)) : undefined) ??
        // `F250SD` is a Super Duty.
        (/^F[2-6]50SD$/.test(key) ? names.things.get(key.slice(0, 4)) : undefined) ??
        (previous
          ? names.things
              .get(
                (last === first || previous.make === 'Mercedes-Benz' ? bodyCode(key) : '') ||
                  (isCodeOfBody(previous, key) ? key.slice(0, 2) : (codeOfBody.exec(key)?.[1] ?? '')),
              )
              ?.filter((one) => isGenerationOfNamed(one, previous))
          : undefined)
      )?.filter((one) => !badges.has(one.make) || scope.makesOfText.has(one.make))
      if (!things) continue
      const decimal = words[last + 1]
      if (
        /(?:^|\p{L})\d$/u.test(words[last]?.key ?? '') &&
        decimal &&
        /^[.,]$/.test(decimal.gap) &&
        /^\d/.test(decimal.key)
      )
        continue
      // `Golf 4 cyl`: a number of cylinders is no generation, and may be one in front of a cylinder.
      if (/^\d$/.test(words[last]?.key ?? '') && /^CYLS?$/.test(words[last + 1]?.key ?? '')) continue
      const isNext = follows(words, chainEnd, first)
      // `Golf V I`: the order of generations is turned, or the letter is no numeral; the `i` of `V i VI` joins them.
      if (key === 'I' && isNext && previous?.last === first - 1 && /^[VX]/.test(previous.generation ?? '')) {
        if (text.charAt((words[first] as Word).start) === 'i') continue
        ;[previous.isDoubtful, previous.last, previous.end] = [true, last, (words[last] as Word).end]
        for (const part of words.slice(previous.first, last + 1)) part.phrase = previous.first
        ;[taken, chainEnd] = [last, last]
        break
      }
      // `Corsa-e` is electric, and no Corsa E.
      if (last > first && words[last]?.key === 'E' && isElectricBehind(words[last], text)) continue
      if (key === 'E' && previous?.last === first - 1 && isElectricBehind(words[first], text)) {
        const name = text.slice((words[previous.first] as Word).start, (words[last] as Word).end)
        previous.restriction = [previous.restriction, name].filter(Boolean).join('/')
        ;[previous.last, previous.end, taken, chainEnd] = [last, (words[last] as Word).end, last, last]
        break
      }
      // A generation of the family just named comes before all else: `GOLF V`, `C-MAX II`, `TRANSIT 2`.
      const isRange =
        previous !== undefined &&
        previous.last === chainEnd &&
        first - chainEnd <= 3 &&
        isRangeBehind(text, words, chainEnd, first)
      const body = previous && isNext ? null : bodyBetween(text, words, previous, first)
      // `Golf IV Variant (1J5)` says the same twice.
      const isAgain = body !== null && previous?.generation !== null
      const found =
        previous && (((isNext || isRange) && previous.last === chainEnd) || body !== null)
          ? things.filter(
              (one) =>
                one.kind === 'generation' &&
                previous.makes.includes(one.make) &&
                one.family === previous.family &&
                (!isAgain || one.generation === previous.generation) &&
                // `Golf 4 5` are two; the 1 of `Golf V 1` is none.
                !(
                  previous.generation !== null &&
                  previous.generation !== one.generation &&
                  /^\d$/.test(key) &&
                  !/\d$/.test(words[previous.last]?.key ?? '')
                ),
            )
          : []
      // `Ducato (250, 290)`: a code of several generations is that of the one beside it.
      const beside = found.filter(({ generation }) => generation !== null && generation === previous?.generation)
      const own = found.length > 1 && beside.length === 1 ? beside : found
      if (own.length === 1 && previous && own[0]) {
        // `Tucson/ix35` may be one generation, or all and one.
        if (previous.generation === null && key.length >= 4 && /[/,&+]/.test((words[first] as Word).gap))
          previous.isDoubtful = true
        if (body !== null) previous.restriction = [previous.restriction, body].filter(Boolean).join(', ')
        if (isCodeOfBody(previous, key))
          previous.restriction = [
            previous.restriction,
            text.slice((words[first] as Word).start, (words[last] as Word).end),
          ]
            .filter(Boolean)
            .join('/')
        if (previous.generation === null || previous.generation === own[0].generation) {
          ;[previous.make, previous.makes] = [own[0].make, [own[0].make]]
          previous.generation = own[0].generation
          ;[previous.last, previous.end, previous.needsYears] = [last, (words[last] as Word).end, false]
          if (/^\d{4}HD$/.test(key)) previous.restriction = 'HD'
        } else {
          const between = isRange ? generationsBetween(previous, own[0], names) : []
          if (between === null) previous.isDoubtful = true
          const { restriction } = previous
          for (const generation of between ?? [])
            named.push({ ...placed({ ...own[0], generation }, words, first, last), restriction, isContinued: true })
          const end = placed(own[0], words, first, last)
          const ofClass = /^\d{4}HD$/.test(key) ? 'HD' : restriction
          Object.assign(end, { restriction: ofClass, isContinued: true, isDoubtful: between === null })
          named.push(end)
          if (isRange) for (const word of words.slice(chainEnd + 1, first)) word.as ??= 'vehicle'
        }
        ;[taken, chainEnd] = [last, last]
        break
      }
      // `Golf GTI MK7` is a Golf VII.
      const base = isNext && previous?.last === first - 1 ? baseOfVersion(previous, things, key, words, names) : null
      if (base && previous) {
        const version = text.slice((words[base.from] as Word).start, previous.end)
        previous.restriction = [previous.restriction, version].filter(Boolean).join('/')
        ;[previous.family, previous.generation, previous.needsYears] = [base.family, base.generation, false]
        ;[previous.last, previous.end, taken, chainEnd] = [last, (words[last] as Word).end, last, last]
        break
      }
      const isMakeNow = things.find((one) => one.kind === 'make')
      const families = things.filter((one) => one.kind === 'family')
      const ofMake = families.filter((one) => one.make === make)
      if (isMakeNow && !(ofMake.length > 0 && isNext && makeAt !== -99)) {
        chain = makeAt === first - 1 ? [...chain, isMakeNow.make] : [isMakeNow.make]
        ;[make, makeAt, chainEnd, taken] = [isMakeNow.make, last, last, last]
        break
      }
      // `Mazda 323 (3)`: a number in brackets behind a family is a generation of it, or nothing.
      if (/^\d+$/.test(key) && previous?.last === first - 1 && /^\s?\($/.test((words[first] as Word).gap)) continue
      // `ProMaster 1500 2500`: the next of a list, and no 2500 of Ram.
      const ofSameList =
        previous?.last === first - 1 && loadClass.test(key) && /^[\s(,/&+-]{0,3}$/.test((words[first] as Word).gap)
          ? siblingOf(previous, key, names)
          : undefined
      if (ofSameList) {
        named.push(placed(ofSameList, words, first, last))
        ;[chainEnd, taken] = [last, last]
        break
      }
      // `Dodge 1500 pickup` is a Ram.
      const ofRam =
        make === 'Dodge' && makeAt === first - 1
          ? things.find((one) => one.kind === 'generation' && one.make === 'Dodge' && one.family === 'Ram')
          : undefined
      if (ofRam && loadClass.test(ofRam.generation ?? '')) {
        named.push(placed(ofRam, words, first, last))
        ;[chainEnd, taken] = [last, last]
        break
      }
      // `07-13 Silverado 1500 08-14 2500 3500`: behind its own years another class of the same truck
      const ofSameFamily = previous && generationBehindYears(previous, things, words, { first, last }, isClaimed)
      if (ofSameFamily) {
        named.push({ ...placed(ofSameFamily, words, first, last), restriction: /^\d{4}HD$/.test(key) ? 'HD' : null })
        ;[chainEnd, taken] = [last, last]
        break
      }
      const family = chooseFamily(families, key, { make, makeAt, chain, named, first, isNext, scope, names, words })
      // `Lancia y Fiat`: the letter joins two makes.
      if (family && key === 'Y' && isLetterBetween(words, first, text, names)) continue
      if (family) {
        // A body behind a family, such as `A4 Cabriolet`, is no family of its own.
        // So is equipment: `Mustang GT` is no GT; that needs its make in front of it.
        const isBody = names.bodies.has(key) && (previous?.last === first - 1 || makeAt !== first - 1)
        if (isBody || (previous && versionKeys.has(key) && makeAt !== first - 1)) {
          // `Audi 80 90 Coupe` and `147/GT`: a body of the last one, or the next of the list.
          const isEither =
            previous?.make === family.thing.make &&
            previous.last === first - 1 &&
            previous.generation === null &&
            /^\s?[/&+]\s?$/.test((words[first] as Word).gap)
          if (!previous || !(isEither || isModelOfList(named, first, family.thing, names))) continue
          ;[previous.isDoubtful, previous.last, previous.end] = [true, last, (words[last] as Word).end]
          for (const part of words.slice(previous.first, last + 1)) part.phrase = previous.first
          ;[taken, chainEnd] = [last, last]
          break
        }
        // `Dodge Ram 1500` is a Ram of Dodge, not a 1500 of Ram.
        if (isNext && family.thing.make !== make && hasShorterOfMake(words, first, last, make, names)) continue
        // A second name of the same family, such as `Vito / V-Class`, is no vehicle of its own.
        if (
          previous &&
          isNext &&
          previous.last === chainEnd &&
          previous.family === family.thing.family &&
          previous.make === family.thing.make &&
          (previous.generation === null || !isGenerationOf(words[last + 1], family.thing, names)) &&
          // `Up, Up Van` are two of one family.
          !(/,/.test((words[first] as Word).gap) && versionKeys.has(words[last + 1]?.key ?? ''))
        ) {
          const version = versionInName(family.thing, words, first, last, text)
          previous.restriction = [previous.restriction, version].filter(Boolean).join('/') || null
          ;[previous.last, previous.end] = [last, (words[last] as Word).end]
          ;[chainEnd, taken] = [last, last]
          break
        }
        const vehicle = placed(family.thing, words, first, last)
        vehicle.makes = family.makes
        vehicle.needsYears = family.needsYears
        vehicle.restriction = versionInName(family.thing, words, first, last, text)
        const firstOfBoth = ofJoinedName(family.thing, key, names)
        const others = firstOfBoth
          ? [firstOfBoth]
          : isNext
            ? ofOtherMakes(family.thing, families, chain, words[last + 1], names)
            : []
        if (others.length > 0) vehicle.makes = [vehicle.make]
        const { restriction } = vehicle
        named.push(...others.map((one) => ({ ...placed(one, words, first, last), restriction })), vehicle)
        ;[make, chainEnd, taken] = [family.thing.make, last, last]
        break
      }
      const generation = chooseGeneration(things, key, { make, isNext, scope, previous })
      // A code behind a family is that of the family, and of no other.
      if (
        generation &&
        isCodePlace(previous, words, first) &&
        isUnknownCode(words, first, text) &&
        !isModelOfSeries(previous) &&
        !isOfListBefore(generation, named, words, last, names)
      )
        continue
      if (generation) {
        const version = versionInName(generation, words, first, last, text)
        named.push({
          ...placed(generation, words, first, last),
          restriction: generation.make === 'MINI' ? null : version,
        })
        ;[make, chainEnd, taken] = [generation.make, last, last]
        break
      }
    }
    if (taken >= 0) {
      const one = named.at(-1)
      // A Prius+ is no Prius, a Wagon R+ no Wagon R, and a 206+ no 206.
      if (
        one?.last === taken &&
        one.generation === null &&
        /^(?:..\p{L}|206)\+(?![\p{L}\d])/u.test(text.slice(one.end - 3))
      )
        one.isDoubtful = true
      first = taken
      continue
    }
    const previous = named.at(-1)
    const word = words[first] as Word
    // `3 (E46), 5 (E39)`: so is the next of a list behind the code of the one before.
    const isBehind = makeAt === first - 1 || (previous?.last === first - 1 && /^\)\s?[,/&+]?\s?$/.test(word.gap))
    const series = make === 'BMW' && isBehind ? seriesWithCode(words, first, names) : undefined
    if (series) {
      named.push(placed(series, words, first, first))
      chainEnd = first
      continue
    }
    const model = word.isTaken ? undefined : modelOfSeries(word.key, make, scope, names)
    if (model) {
      // A BMW says its engine so.
      word.isEngine = bmwModel.test(word.key)
      const own = word.isEngine || model.generation !== null ? null : text.slice(word.start, word.end)
      const isSame = model.generation === null && previous?.family === model.family && previous.make === model.make
      if (isSame && follows(words, previous.last, first)) {
        previous.restriction = [previous.restriction, own].filter(Boolean).join('/') || null
        ;[previous.last, previous.end] = [first, word.end]
      } else named.push({ ...placed(model, words, first, first), restriction: own })
      ;[make, chainEnd] = [model.make, first]
      continue
    }
    // `Ram Bilstein 2500`: the maker of the part or of the engine stands between a make and its class of load.
    const isOfMaker = isBrand(word.key.toLowerCase()) || word.key === 'CUMMINS'
    if (makeAt === first - 1 && word.gap === ' ' && isOfMaker && loadClass.test(words[first + 1]?.key ?? '')) {
      chainEnd = first
      continue
    }
    const ofSport = makeOfSportCode(words, first, makeAt === first - 1 ? make : null, previous, names)
    if (ofSport !== null) {
      ;[word.as, chainEnd] = ['condition', first]
      codesOfSports.push({ code: text.slice(word.start, word.end), make: ofSport })
      continue
    }
    if (!previous || word.isTaken) continue
    const isEngineBehindCode =
      previous.hasCode &&
      previous.last === first - 1 &&
      word.gap === ' ' &&
      /^\p{L}{1,3}\d{2}\p{L}{1,3}\d?$/u.test(word.key)
    if (
      isEngineBehindCode ||
      (isChassisCode(previous, word, names) &&
        !isNumberWithDash(words, first) &&
        isCodeBehind(previous, words, first, text, names))
    ) {
      // With equipment between them, as in `RSX Type-S DC5`.
      const code = text.slice((words[previous.last + 1] as Word).start, word.end)
      previous.restriction = [previous.restriction, code].filter(Boolean).join('/')
      ;[previous.hasCode, previous.last, previous.end, chainEnd] = [true, first, word.end, first]
      continue
    }
    if (isNumeralBeforeCode(previous, words, first, names)) {
      word.as = 'vehicle'
      ;[previous.last, previous.end, chainEnd] = [first, word.end, first]
      continue
    }
    // `206 CC` and `V70 D5` are versions, and no codes of generations.
    if (isVersionLikeCode(previous, word) && previous.last === first - 1 && word.gap === ' ') {
      previous.restriction = [previous.restriction, text.slice(word.start, word.end)].filter(Boolean).join('/')
      ;[previous.last, previous.end, chainEnd, word.as] = [first, word.end, first, 'vehicle']
      continue
    }
    // `Xsara (N1)`: a type in brackets behind a family that is one vehicle restricts it.
    if (isTypeOfOneVehicle(previous, words, first, text, names)) continue
    const isCode = isCodeBehind(previous, words, first, text, names) && !isNumberWithDash(words, first)
    if (isCode || isBeginningOfFamily(previous, words, first, names)) {
      previous.isDoubtful = true
      const last = /^(?:MK|\d)$/.test(word.key) && isCodeBehindNumber(words[first + 1], text) ? first + 1 : first
      for (const part of words.slice(previous.first, last + 1)) part.phrase = previous.first
      first = last
      continue
    }
    if (previous.last !== first - 1 || !/^[\s(,/&+-]{0,3}$/.test(word.gap)) continue
    // `F-250/350` are two families.
    const sibling = /^\d{3}$/.test(word.key) && siblingOf(previous, word.key, names)
    if (sibling) {
      named.push(placed(sibling, words, first, first))
      chainEnd = first
      continue
    }
    // A class of load restricts the family.
    if (loadClass.test(word.key)) {
      const next = words[first + 1]
      const isHeavy = next?.key === 'HD' && loadClass.test(word.key)
      const restriction = `${word.key}${isHeavy ? ' HD' : ''}`
      previous.restriction = previous.restriction === null ? restriction : `${previous.restriction}/${restriction}`
      previous.last = isHeavy ? first + 1 : first
      previous.end = (words[previous.last] as Word).end
      chainEnd = previous.last
      first = previous.last
    }
  }
  scope.make = make
  for (const one of named) {
    const codes = isSport(one) ? codesOfSports.filter(({ make: ofCode }) => ofCode === one.make) : []
    one.restriction = [one.restriction, ...codes.map(({ code }) => code)].filter(Boolean).join('/') || null
  }
  takeListBefore(named, words, names)
  for (const one of named) takeGenerationBefore(one, named, words, names)
  shareCodes(named, words, names)
  const once = dropSecondNames(named, words)
  const read = joinModels(joinNumbersOfMercedes(once, words, text), words)
    .flatMap((one) => takeHeavyClasses(one, words, names))
    .flatMap((one, at, all) => takeClasses(one, all.slice(at + 1), words, names))
    .flatMap((one, at, all) => takeClassesBefore(one, all.slice(0, at), words, names))
    .flatMap((one) => takeBrackets(one, once, words, names))
    .flatMap((one) => takeAnswer(one, words))
    .toSorted((a, b) => a.at - b.at)
  return keepNamed(withSuperDuty(read, words, isClaimed, scope), plain, words)
}

/**
 * Adds the Super Duty where it is a truck of Ford of its own, as in `Super Duty 1999-2016, F-150 2004-2008`: a person decides which classes
 * are meant. Beside one of these classes it is only a name of it.
 */
function withSuperDuty(
  named: readonly Named[],
  words: readonly Word[],
  isClaimed: (word: Word) => boolean,
  { makesOfText }: Scope,
): Named[] {
  if (!makesOfText.has('Ford') && (makesOfText.size > 0 || named.some(({ make }) => make !== 'Ford'))) return [...named]
  const found = words.flatMap((word, first) => {
    const last = word.key === 'SUPERDUTY' ? first : first + 1
    if (!/^SUPER(?:DUTY)?$/.test(word.key) || (last > first && words[last]?.key !== 'DUTY')) return []
    if (word.as !== null || named.some((one) => one.at <= word.start && word.end <= one.end)) return []
    const isOfClass = [-1, 1].some((step) => {
      for (let at = step < 0 ? first - 1 : last + 1; words[at] && !isClaimed(words[at] as Word); at += step) {
        const one = named.find((other) => other.first <= at && at <= other.last)
        if (one?.make === 'Ford' && /^F-[2-6]50$/.test(one.family)) {
          // Right beside it the words restrict nothing.
          if (at === first - 1) [one.last, one.end] = [last, (words[last] as Word).end]
          if (at === last + 1 && one.first === at) [one.first, one.at] = [first, word.start]
          return true
        }
        if (/[.;]\s/.test((step < 0 ? words[at + 1] : words[at])?.gap ?? '')) return false
      }
      return false
    })
    const truck = { make: 'Ford', family: 'Super Duty', generation: null }
    return isOfClass ? [] : [{ ...placed(truck, words, first, last), isDoubtful: true }]
  })
  return found.length === 0 ? [...named] : [...named, ...found].toSorted((a, b) => a.at - b.at)
}

/**
 * Returns the generation or class of load of the vehicle in front of it that a word names, if only years stand between them; a generation
 * stands behind a comma and has years of its own, as in `Wrangler TJ 97-06, YJ 87-95`, unless its code would be read as a version.
 */
function generationBehindYears(
  previous: Named,
  things: readonly NamedThing[],
  words: readonly Word[],
  span: { first: number; last: number },
  isClaimed: (word: Word) => boolean,
): NamedThing | undefined {
  const between = words.slice(previous.last + 1, span.first)
  const isYear = (word: Word | undefined) => word !== undefined && isClaimed(word) && /^\d+$/.test(word.key)
  if (previous.generation === null || between.length === 0 || !between.every((word) => isYear(word))) return undefined
  const isClass = loadClass.test(previous.generation)
  const { gap = '', key = '' } = words[span.first] ?? {}
  const isOwn = isYear(words[span.last + 1]) || versionKeys.has(key)
  if (isClass ? gap !== ' ' : !/^\)?[,;] $/.test(gap) || !isOwn) return undefined
  return things.find(
    ({ kind, make, family, generation }) =>
      kind === 'generation' &&
      make === previous.make &&
      family === previous.family &&
      loadClass.test(generation ?? '') === isClass &&
      generation !== previous.generation,
  )
}

/** Tells whether a word is a version of a make that looks like a code, such as the engines of Volvo. */
const isVersionLikeCode = ({ make, answer }: Named, { key }: Word): boolean =>
  answer === null && ((key === 'CC' && make !== 'Volkswagen') || (make === 'Volvo' && /^[DT][2-8]$/.test(key)))

/** Returns the family whose name another one begins with, where sellers mean both, as in `Corolla Matrix`. */
const ofJoinedName = ({ make, family }: NamedThing, key: string, names: VehicleNames): NamedThing | undefined =>
  family === 'Corolla Matrix' && key === 'COROLLAMATRIX'
    ? names.things.get('COROLLA')?.find((one) => one.kind === 'family' && one.make === make)
    : undefined

/** Returns the family that a word names together with the first word of the one in front of it, as in `Scion xA xB` and `Model 3 Y`. */
function withHead(
  previous: Named | undefined,
  words: readonly Word[],
  first: number,
  last: number,
  names: VehicleNames,
): NamedThing | undefined {
  const [head, word] = [words[previous?.first ?? -1], words[first]]
  if (!previous || !head || !word || last > first || previous.last !== first - 1) return undefined
  if (!/^(?:SCION|MODEL)$/.test(head.key) || !/^ ?[ /,&] ?$/.test(word.gap)) return undefined
  return (names.things.get(head.key + word.key) ?? []).find(
    ({ kind, make, family }) => kind === 'family' && make === previous.make && family !== previous.family,
  )
}

/** Returns the Firebird for the name of its sport model alone, behind its make or the Camaro that is built as it. */
function firebirdOf(
  key: string,
  make: string | null,
  previous: Named | undefined,
  words: readonly Word[],
  first: number,
  names: VehicleNames,
): NamedThing | undefined {
  const isBehindTwin = previous?.family === 'Camaro' && follows(words, previous.last, first)
  const isBehindVersion =
    previous?.family === 'Camaro' && previous.last === first - 2 && versionKeys.has(words[first - 1]?.key ?? '')
  if (key !== 'TRANSAM' || !(make === 'Pontiac' || isBehindTwin || isBehindVersion)) return undefined
  return names.things.get('FIREBIRD')?.find(({ kind }) => kind === 'family')
}

/** Tells whether the number of a part begins with a word, as in `Tacoma PTR60-35190`, and no code with a year. */
const isNumberWithDash = (words: readonly Word[], at: number): boolean => {
  const { key, gap } = words[at + 1] ?? { key: '', gap: '' }
  return gap === '-' && /^(?=(?:\D*\d){4})[\p{L}\d]+$/u.test(key) && !/^(?:19[5-9]|20[0-3])\d$/.test(key)
}

/** Tells whether words are a decimal, such as `3.4`, which is none of the numbers that its digits are together. */
const isDecimal = (words: readonly Word[], first: number, last: number): boolean =>
  last > first &&
  words.slice(first, last + 1).every(({ key, gap }, at) => /^\d+$/.test(key) && (at === 0 || /^[.,]$/.test(gap)))

/**
 * Returns the families of this name of the other makes that stand in front of it, as in `Chevrolet GMC Suburban`; none with a class of load
 * or a generation behind it, which would be read of the last alone.
 */
function ofOtherMakes(
  family: NamedThing,
  families: readonly NamedThing[],
  makes: readonly string[],
  next: Word | undefined,
  names: VehicleNames,
): NamedThing[] {
  if (makes.length < 2 || /^\d+$/.test(family.family) || loadClass.test(next?.key ?? '')) return []
  const ofMakes = families.filter((one) => makes.includes(one.make) && !badges.has(one.make))
  if (ofMakes.some((one) => isGenerationOf(next, one, names))) return []
  return ofMakes.includes(family) ? ofMakes.filter((one) => one !== family) : []
}

/** Lists families whose other names say one version of them each, such as the B2300 of the B-Series. */
const namedByVersions: ReadonlySet<string> = new Set([
  'Chevrolet|C/K Pickup',
  'Chevrolet|GMT-400',
  'Dodge|D-Series',
  'Dodge|W-Series',
  'GMC|C/K Pickup',
  'Mazda|B-Series',
])

/** Holds the word by which another name of a family says one body of it, such as the Grand C4 Picasso. */
const longerBodies: ReadonlyMap<string, string> = new Map([
  ['Citroën|C4 Picasso', 'GRAND'],
  ['Renault|Espace', 'GRAND'],
  ['Renault|Modus', 'GRAND'],
  ['SEAT|Altea', 'XL'],
  ['Kia|Ceed', 'PRO'],
  ['Kia|Forte', 'FORTE5'],
  ['Hyundai|Atos', 'PRIME'],
])

/** Returns the version that a name of a family says, as in `Cooper S` and `One` of MINI, and `e-208`. */
function versionInName(
  { make, family }: NamedThing,
  words: readonly Word[],
  first: number,
  last: number,
  text: string,
): string | null {
  if (namedByVersions.has(familyKey(make, family))) return text.slice(words[first]?.start, words[last]?.end)
  // The CTS-V has years of its own.
  if (family === 'CTS' && words[last]?.key === 'V') return text.slice(words[last - 1]?.start, words[last].end)
  const version = words.slice(first, last + 1).find(({ key }) => /^(?:S|ONE|WRX)$/.test(key))
  if ((make === 'MINI' || (make === 'Subaru' && family === 'Impreza')) && version)
    return text.slice(version.start, version.end)
  const own = longerBodies.get(familyKey(make, family))
  const longer = own && words.slice(first, last + 1).find(({ key }) => key === own)
  if (longer) return text.slice(longer.start, longer.end)
  // The last years of the third Punto
  if (family === 'Punto' && words[last]?.key === 'EVO') return text.slice(words[last].start, words[last].end)
  const before = words[first - 1]
  if (before?.key !== 'E' || words[first]?.gap !== '-' || before.gap === '-') return null
  before.as ??= 'vehicle'
  return text.slice(before.start, words[last]?.end)
}

/** Tells whether a word is the small letter behind the name of an electric car, as in `Corsa-e`. */
const isElectricBehind = (word: Word | undefined, text: string): boolean =>
  word?.gap === '-' && text.charAt(word.start) === 'e'

/** Runs what reads words, and gives them back as they were. */
function withoutTrace<Result>(words: readonly Word[], run: () => Result): Result {
  const before = words.map((word) => ({ ...word }))
  const result = run()
  for (const [at, word] of words.entries()) Object.assign(word, before[at])
  return result
}

/** Returns the vehicles that are read with answers, and those that are read without them at words that no answer goes for. */
function keepNamed(read: readonly Named[], plain: readonly Named[], words: readonly Word[]): Named[] {
  const isKept = (one: Named) =>
    isCertain(one) &&
    words.slice(one.first, one.last + 1).every(({ origin }) => origin === null) &&
    !read.some(
      (other) =>
        overlap(one, other) &&
        other.family === one.family &&
        (one.generation === null || other.generation === one.generation),
    )
  const kept = plain.filter(isKept)
  return kept.length === 0
    ? [...read]
    : [...read.filter((one) => !kept.some((other) => overlap(one, other))), ...kept].toSorted((a, b) => a.at - b.at)
}

/** Gives the bare family in front of a code the first generation that the code was answered with, and returns the others. */
function takeCode(fits: FitAnswer['fits'], previous: Named | undefined): FitAnswer['fits'] {
  const [first, ...others] = fits
  const isItsFamily =
    first?.generation != null && first.family === previous?.family && previous.makes.includes(first.make)
  if (!isItsFamily || previous.generation !== null || previous.answer !== null) return fits
  Object.assign(previous, { make: first.make, makes: [first.make], generation: first.generation, needsYears: false })
  return others
}

/** Tells whether a `y` is the Spanish and: it is small, or a make or model stands behind it. */
const isLetterBetween = (words: readonly Word[], at: number, text: string, names: VehicleNames): boolean =>
  text.charAt((words[at] as Word).start) === 'y' ||
  (names.things.get(words[at + 1]?.key ?? '') ?? []).some(({ kind }) => kind !== 'generation')

/**
 * Returns the words behind a family that an answer for all of it says nothing of, as the `LP560` of `Gallardo LP560`; null for the answer
 * of one generation, which they may be the code of.
 */
function versionOfAnswer(
  fits: FitAnswer['fits'],
  phrase: readonly Word[],
  text: string,
  names: VehicleNames,
): string | null {
  const [fit, ...others] = fits
  if (!fit || (others.length === 0 && fit.generation !== null)) return null
  if (others.some(({ make, family }) => make !== fit.make || family !== fit.family)) return null
  const isFamily = ({ kind, make, family }: NamedThing) =>
    kind === 'family' && make === fit.make && family === fit.family
  for (let at = 0; at < phrase.length; at++)
    for (const { key, last } of spansOf(phrase, at, names.maxWords)) {
      if (!(names.things.get(key) ?? []).some(isFamily)) continue
      const rest = phrase.slice(last + 1)
      const isVersion = rest.length > 0 && !rest.some((word) => word.isTaken || word.isEngine)
      return isVersion && !isGenerationOf(rest[0], { ...fit, kind: 'family' }, names)
        ? text.slice(rest[0]?.start, rest.at(-1)?.end)
        : null
    }
  return null
}

/** Returns the family that all vehicles of an answer belong to, as far as the answer says no more than generations. */
function onlyFamily({ fits }: FitAnswer): Pick<Fit, 'make' | 'family' | 'generation'> | null {
  const [first] = fits
  const isSame = fits.every(
    (fit) => fit.make === first?.make && fit.family === first.family && Object.keys(fit).length === 3,
  )
  return first && isSame ? { make: first.make, family: first.family, generation: null } : null
}

/** Returns what an answer says of a vehicle; nothing of one that the text names better, or in a way that is not understood. */
function takeAnswer(one: Named, words: readonly Word[]): Named[] {
  if (one.answered === null) return [one]
  if (one.generation === null && !one.isDoubtful)
    return one.answered.fits.map((fit) => ({ ...one, ...fit, makes: [fit.make], answer: fit }))
  reopen(words.slice(one.first, one.last + 1))
  return [one]
}

/** Gives a family the code behind the next of its list that is one of both, as in `Toledo Leon 1M`. */
function shareCodes(named: readonly Named[], words: readonly Word[], names: VehicleNames): void {
  for (let at = named.length - 2; at >= 0; at--) {
    const [one, next] = [named[at] as Named, named[at + 1] as Named]
    if (one.generation !== null || next.generation === null || one.make !== next.make) continue
    if (one.answer !== null || !isInList(words, one, next)) continue
    const code = words.slice(next.first + 1, next.last + 1).find(({ key }) => /^(?!MK)(?=\D*\d)(?=.*\p{L})/u.test(key))
    const own = code && generationOf(code.key, one, names)
    if (own) [one.generation, one.needsYears] = [own.generation, false]
  }
}

/**
 * Drops families behind a list of codes or models that says them, as in `F15/F16 X5/X6` and `328i/335i/3 Series`: they name the same
 * vehicles again.
 */
function dropSecondNames(named: readonly Named[], words: readonly Word[]): Named[] {
  const isNext = (at: number) => named[at]?.first === (named[at - 1]?.last ?? -9) + 1
  const isBare = (one: Named | undefined) => one?.generation === null && one.restriction === null && one.answer === null
  const dropped = named.filter((one, at) => {
    const before = named[at - 1]
    if (before?.make !== one.make || !isBare(one) || !isNext(at)) return false
    let first = at
    while (isNext(first) && isBare(named[first - 1])) first--
    // The series of a model in front of it
    if (named.slice(first, at).some(({ family }) => isModelOf(family, one.family))) return true
    // As many codes as families, in their order
    let end = at + 1
    while (isNext(end) && isBare(named[end])) end++
    const [families, codes] = [named.slice(first, end), named.slice(Math.max(first - (end - first), 0), first)]
    return (
      isNext(first) &&
      families.length > 1 &&
      codes.length === families.length &&
      codes.every(
        (code, place) =>
          code.generation !== null && code.first === code.last && code.family === families[place]?.family,
      )
    )
  })
  for (const one of dropped) for (const word of words.slice(one.first, one.last + 1)) word.as ??= 'vehicle'
  return named.filter((one) => !dropped.includes(one))
}

/** Tells whether a family is a model of a series of BMW, such as the 328i of the 3 Series. */
const isModelOf = (family: string, series: string): boolean =>
  bmwModel.test(nameKey(family)) && series === `${family.charAt(0)} Series`

/** Tells whether only makes, bodies, and signs and words of lists stand between two trucks. */
const isListBetween = (one: Named, other: Named, words: readonly Word[], names: VehicleNames): boolean => {
  const between = words.slice(one.last + 1, other.first)
  const gap = words[other.first]?.gap ?? ''
  const others = between.filter((word) => !isMake(word, names) && !connector.test(word.key.toLowerCase()))
  return (
    [...between.map((word) => word.gap), gap].every((sign) => /^(?:\s|\s?[,/&+]\s?)$/.test(sign)) && areBodies(others)
  )
}

/** Tells whether a family is made in several classes of load. */
const isMadeInClasses = ({ make, family }: Named, names: VehicleNames): boolean =>
  (names.generations.get(familyKey(make, family)) ?? []).some(({ generation }) => loadClass.test(generation ?? ''))

/** Tells whether a truck has no class of load, generation or answer of its own. */
const isBareTruck = (one: Named): boolean =>
  one.generation === null && one.restriction === null && one.answer === null && !one.isDoubtful

/** Tells whether a family is that of all heavy classes, such as `Sierra HD` of the last years. */
const isHeavyFamily = ({ family }: Named): boolean => family.endsWith(' HD')
const heavyClasses = ['2500', '3500'].map((generation) => ({ generation, restriction: 'HD' }))

/** Returns the classes of load behind a truck, also those that it never had, as in `Tahoe 1500`. */
const classesOf = (one: Named): Pick<Named, 'generation' | 'restriction'>[] => {
  const { generation, restriction } = one
  if (isHeavyFamily(one)) return heavyClasses
  const others = restriction?.split('/') ?? []
  const isClasses = others.length > 0 && others.every((name) => loadClass.test(name))
  return [
    ...(loadClass.test(generation ?? '') ? [{ generation, restriction: isClasses ? null : restriction }] : []),
    ...(isClasses ? others.map((name) => ({ generation: name, restriction: null })) : []),
  ]
}

/** Gives a bare truck those of some classes of load that it has. */
function withClasses(
  one: Named,
  classes: readonly Pick<Named, 'generation' | 'restriction'>[],
  names: VehicleNames,
): Named[] {
  const rows = names.generations.get(familyKey(one.make, one.family)) ?? []
  const own = classes.filter((other) => rows.some(({ generation }) => generation === other.generation))
  if (own.length === 0) return [one]
  return own.map((other, at) => ({ ...one, ...other, needsYears: false, isContinued: at > 0 }))
}

/**
 * Gives a truck with `HD` behind it the classes behind that, or its heavy ones, as in `Silverado HD 2015-2019`; in front of other words, where
 * a part may be called so, it is doubted.
 */
function takeHeavyClasses(one: Named, words: readonly Word[], names: VehicleNames): Named[] {
  const isInName = isHeavyFamily(one)
  const at = isInName ? words.findIndex((word, index) => index > one.first && word.key === 'HD') : one.last + 1
  const hd = words[at]
  if (hd?.key !== 'HD' || !(isInName || /^[ -]$/.test(hd.gap)) || !isMadeInClasses(ofHeavy(one), names)) return [one]
  let last = at
  while (loadClass.test(words[last + 1]?.key ?? '') && /^ ?[ /,&] ?$/.test(words[last + 1]?.gap ?? '')) last++
  const classes = words.slice(at + 1, last + 1).map(({ key }) => key)
  const isBare = isBareTruck({ ...one, restriction: one.restriction === classes.join('/') ? null : one.restriction })
  if (!isBare) return [one]
  // The register has a `Silverado HD` of the last years.
  if (isInName && classes.length === 0) return [one]
  const truck = { ...ofHeavy(one), restriction: null, last, end: (words[last] as Word).end }
  const next = words[last + 1]
  const isAlone =
    next === undefined || /[,;./&()]/.test(next.gap) || /^(?:19|20)?\d\d$/.test(next.key) || isMake(next, names)
  if (classes.length === 0 && !isAlone) return [{ ...truck, isDoubtful: true }]
  const own = classes.map((generation) => ({ generation, restriction: 'HD' }))
  return withClasses(truck, classes.length === 0 ? heavyClasses : own, names)
}

const ofHeavy = (one: Named): Named => ({ ...one, family: one.family.replace(/ HD$/, '') })

/** Gives a truck the classes of load behind its list, as in `Silverado Avalanche 1500 2500`. */
function takeClasses(one: Named, behind: readonly Named[], words: readonly Word[], names: VehicleNames): Named[] {
  const isOfMakes = !isMadeInClasses(one, names) && one.makes.some((make) => isMadeInClasses({ ...one, make }, names))
  if (!isBareTruck(one) || !(isOfMakes || isMadeInClasses(one, names))) return [one]
  const at = behind.findIndex((other) => !isBareTruck(other) || isHeavyFamily(other))
  const list = [one, ...behind.slice(0, at + 1)]
  if (
    at < 0 ||
    !list.every((other, index) => index === 0 || isListBetween(list[index - 1] as Named, other, words, names))
  )
    return [one]
  const end = behind.findIndex(({ isContinued }, index) => index > at && !isContinued)
  const ofList = behind.slice(at, end < 0 ? behind.length : end).flatMap((other) => classesOf(other))
  // `Yukon Suburban Tahoe 2500`: years say the make of the Suburban, and not each make has classes.
  if (isOfMakes && ofList.length > 0) return [{ ...one, isDoubtful: true }]
  return [...withClasses(one, ofList, names), ...laterClasses(one, behind.slice(at), words, names)]
}

/** Returns a truck with the classes of its list that have years of their own, as in `2014 Silverado Sierra 1500 2007 2500`. */
function laterClasses(
  one: Named,
  [first, ...others]: readonly Named[],
  words: readonly Word[],
  names: VehicleNames,
): Named[] {
  let before = first
  return others.flatMap((other) => {
    if (other.make !== first?.make || other.family !== first.family || !before) return []
    const between = words.slice(before.last + 1, other.first)
    if (!between.every(({ key }) => /^\d+$/.test(key))) return []
    const isBehindYears = between.length > 0 || (before !== first && other.isContinued)
    before = other
    if (!isBehindYears) return []
    const { at, end, first: from, last } = other
    return withClasses(one, classesOf(other), names)
      .filter(({ generation }) => generation !== null)
      .map((own) => ({ ...own, at, end, first: from, last, isContinued: other.isContinued }))
  })
}

/** Gives a truck the classes of load of its twin in front of it, as in `Silverado 1500 GMC Sierra` and `Sierra 1500, Yukon, Yukon XL`. */
function takeClassesBefore(one: Named, before: readonly Named[], words: readonly Word[], names: VehicleNames): Named[] {
  if (!isBareTruck(one) || !isMadeInClasses(one, names)) return [one]
  const at = before.findLastIndex((other) => !isBareTruck(other))
  const last = before[at]
  if (!last || !areTwins(`${one.make} ${one.family}`, `${last.make} ${last.family}`)) return [one]
  const list = [...before.slice(at), one]
  if (!list.every((other, index) => index === 0 || isListBetween(list[index - 1] as Named, other, words, names)))
    return [one]
  const isOfTwin = (other: Named) => other.make === last.make && other.family === last.family
  const first = before.findLastIndex((other, index) => index < at && !isOfTwin(other)) + 1
  return withClasses(
    one,
    before.slice(first, at + 1).flatMap((other) => classesOf(other)),
    names,
  )
}

/** Tells whether a body behind a list of a make is also a model of it that was built at that time. */
function isModelOfList(
  named: readonly Named[],
  first: number,
  { make, family }: NamedThing,
  names: VehicleNames,
): boolean {
  const [before, last] = named.slice(-2)
  if (!before || !last || last.last !== first - 1 || before.last !== last.first - 1) return false
  if (last.generation !== null || last.make !== make || before.make !== make) return false
  return wasBuilt(
    last,
    (names.years.get(familyKey(make, family)) ?? []).map(({ from, to }) => ({ from, to })),
    names,
  )
}

/** Finds sport models whose look a part has, as in `M3 look`, `S-Line Optik` and `Look RSQ3`: they are no vehicles and restrict none. */
function looksOf(words: readonly Word[]): Word[] {
  const styledBeside = (at: number, step: 1 | -1): Word[] => {
    for (const count of [2, 1]) {
      const [from, to] = step === 1 ? [at + 1, at + count] : [at - count, at - 1]
      const span = words.slice(Math.max(from, 0), to + 1)
      const gaps = step === 1 ? span : words.slice(from + 1, at + 1)
      if (span.length < count || !gaps.every(({ gap }) => joins.test(gap))) continue
      if (styled.test(span.map(({ key }) => key).join('')))
        return [...span, ...styledBeside(step === 1 ? to : from, step)]
    }
    return []
  }
  return words.flatMap((word, at) => {
    if (!looks.test(word.key)) return []
    const before = styledBeside(at, -1)
    const span = before.length > 0 ? before : styledBeside(at, 1)
    return span.length > 0 ? [word, ...span] : []
  })
}

/** Tells whether a sign or a word for a range stands between two words, as in `V-VII` and `5 bis 7`. */
const isRangeBehind = (text: string, words: readonly Word[], before: number, first: number): boolean =>
  /^\s*(?:-+>?|>|~|bis(?: zu)?|to|through|thru|till|until|do|a|au|al|hasta|tot|t\/m)\s*(?:mk\.?)?\s*$/.test(
    plainText(text.slice(words[before]?.end, words[first]?.start)),
  )

/** Returns the generations between two of one family; null if their codes are of several kinds, so that the order is not certain. */
function generationsBetween(
  one: Named,
  { make, family, generation }: NamedThing,
  names: VehicleNames,
): string[] | null {
  const rows = names.generations.get(familyKey(make, family)) ?? []
  const [first, last] = [one.generation, generation].map((name) => rows.find((row) => row.generation === name))
  const [from, to] = [first?.from ?? null, last?.from ?? null]
  if (!first || !last || from === null || to === null || from >= to) return null
  const between = rows
    .filter((row) => row.from === null || (row.from >= from && row.from <= to && row !== first && row !== last))
    .toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))
  const isAlike = [...between, last].every((row) => kindOf(row.generation) === kindOf(first.generation))
  return isAlike ? between.flatMap((row) => row.generation ?? []) : null
}

/** Returns the kind of a code: a Roman numeral, one letter, or letters with a number. */
const kindOf = (generation: string | null): string =>
  /^[IVX]+$/.test(generation ?? '') ? 'roman' : (generation ?? '').replace(/\d+/, '0').replace(/^[A-Z]$/, 'letter')

/** Tells whether codes behind two families stand in their order, as in `X5 X6 E70 E71`. */
const isOfListBefore = (
  code: NamedThing,
  named: readonly Named[],
  words: readonly Word[],
  at: number,
  names: VehicleNames,
): boolean => {
  if (!words[at + 1]) return false

  const [one, next] = named.slice(-2)
  return (
    one !== undefined &&
    next !== undefined &&
    one.generation === null &&
    isGenerationOfNamed(code, one) &&
    isInList(words, one, next) &&
    follows(words, at, at + 1) &&
    isGenerationOf(words[at + 1], { ...next, kind: 'family' }, names)
  )
}

/** Tells whether a number is that of doors, as in `Civic 4-door`. */
const isOfDoors = ({ key, start }: Word, text: string): boolean =>
  /^[2-5]/.test(key) &&
  findAll(plainText(text.slice(start, start + 20)), doors).some(
    ({ index, 0: found }) => index === 0 && /\p{L}{2}|^[23]d$/u.test(found),
  )

/** Tells whether a word begins the rest of another family's name, as in `Discovery Spor` of the Discovery Sport. */
const isBeginningOfFamily = (
  { make, family, last, generation, answer }: Named,
  words: readonly Word[],
  at: number,
  names: VehicleNames,
): boolean => {
  const { key, gap } = words[at] as Word
  if (last !== at - 1 || generation !== null || answer !== null || !joins.test(gap) || !/^\p{L}{4,}$/u.test(key))
    return false
  if (versionKeys.has(key) || isPartWord(key.toLowerCase()) || connector.test(key.toLowerCase())) return false
  const longer = nameKey(family) + key
  return (names.familiesOf.get(make) ?? []).some((one) => one.startsWith(longer) && one !== longer)
}

/** Takes a list of short names whose make is not written, in front of a vehicle: `A4 A6 PASSAT B5`. One alone may be anything. */
function takeListBefore(named: Named[], words: readonly Word[], names: VehicleNames): void {
  const [next] = named
  if (!next) return
  const found: Named[] = []
  for (let at = next.first - 1; at >= 0; at--) {
    const word = words[at] as Word
    const families = (names.things.get(word.key) ?? []).filter((one) => one.kind === 'family')
    const [only] = families
    if (word.isTaken || families.length !== 1 || !only || !/^\p{L}\d$/u.test(word.key) || !follows(words, at, at + 1))
      break
    found.unshift(placed(only, words, at, at))
  }
  if (found.length >= 2 && new Set(found.map((one) => one.make)).size === 1) named.unshift(...found)
}

/** Holds families that are versions of another one, as the American register has them. */
const bases: ReadonlyMap<string, string> = new Map([
  ['Volkswagen|GTI', 'Golf'],
  ['Volkswagen|R32', 'Golf'],
  ['Volkswagen|GLI', 'Jetta'],
])

/**
 * Returns the generation that a code behind a version says, where the version has none of its own, as in `Golf GTI MK7` and `GLI MK6`, and the
 * word that the version begins with.
 */
function baseOfVersion(
  previous: Named,
  things: readonly NamedThing[],
  key: string,
  words: readonly Word[],
  names: VehicleNames,
): { family: string; generation: string | null; from: number } | null {
  const { make, makes, family, first, last, generation, answer } = previous
  if (generation !== null || answer !== null || makes.length > 1 || !/^(?:MK\d|\d\p{L}\d?|[IVX]{2,})$/u.test(key))
    return null
  if ((names.generations.get(familyKey(make, family)) ?? []).length > 0) return null
  const base = bases.get(familyKey(make, family))
  for (let end = base === undefined ? last - 1 : first; end >= first; end--) {
    const shorter = words.slice(first, end + 1).map((word) => word.key)
    const found = (names.things.get(nameKey(base ?? shorter.join(''))) ?? []).find(
      (one) => one.kind === 'family' && one.make === make && one.family !== family,
    )
    const codes = things.filter(
      (one) => found && one.kind === 'generation' && one.make === make && one.family === found.family,
    )
    const [code] = codes
    if (code && codes.length === 1)
      return { family: code.family, generation: code.generation, from: base === undefined ? end + 1 : first }
  }
  return null
}

/** Returns the family of a class of load that stands behind another one, such as `250` behind an F-150 and `2500` behind a ProMaster 1500. */
function siblingOf(previous: Named, number: string, names: VehicleNames): NamedThing | undefined {
  const letters = /^(\p{L}+)[ -]?\d{3,4}$/u.exec(previous.family)?.[1]
  if (letters === undefined) return undefined
  return names.things
    .get(letters.toUpperCase() + number)
    ?.find((one) => one.kind === 'family' && one.make === previous.make)
}

/** Tells whether a part of a name is a family of the make just named. */
function hasShorterOfMake(
  words: readonly Word[],
  first: number,
  last: number,
  make: string | null,
  names: VehicleNames,
): boolean {
  const shorter = spansOf(words, first, last - first)
  return shorter.some(({ key }) =>
    (names.things.get(key) ?? []).some((one) => one.kind === 'family' && one.make === make),
  )
}

/** A generation in front of its family: `MK5 GOLF`. */
function takeGenerationBefore(one: Named, named: readonly Named[], words: readonly Word[], names: VehicleNames): void {
  // `Fox body Mustang`
  const at = one.first - (words[one.first - 1]?.key === 'BODY' ? 2 : 1)
  const before = words[at]
  if (one.generation !== null || !before || before.isTaken || !/^(?=.*\p{L}).{3}|^\p{L}\d$/u.test(before.key)) return
  // `Clio III Mégane`: that of the vehicle in front.
  if (named.some(({ last, needsYears }) => last === at && !needsYears)) return
  const own = generationOf(before.key, one, names)
  if (!own) return
  one.generation = own.generation
  one.needsYears = false
  before.as ??= 'vehicle'
}
