/** Whether a password is among the first to be tried: a common word or pattern, with common digits around it. */
export function isCommonPassword(folded: string): boolean {
  // From the first letter to the last one.
  const [letters = ''] = /[^\d\W_](?:.*[^\d\W_])?/s.exec(folded.replaceAll('@', 'a').replaceAll('$', 's')) ?? []
  return (
    commonWords.has(letters) ||
    commonNumbers.has(folded) ||
    /^(.)\1+$/.test(folded) ||
    /^(.{1,3})\1+$/.test(folded) ||
    isRun(folded)
  )
}

// Each neighbour one step up or down, such as 12345678 or hgfedcba.
function isRun(text: string): boolean {
  const steps = new Set<number>()
  for (let i = 1; i < text.length; i += 1) steps.add(text.charCodeAt(i) - text.charCodeAt(i - 1))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

const commonNumbers = new Set(
  `1234567890 0123456789 0987654321 9876543210 12345678910 123456789a 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc
  qazwsxedc q1w2e3r4 q1w2e3r4t5 zaq12wsx 123qweasd 123qwe123 1234qwer 12341234 11223344 112233445566 11112222
  a1b2c3d4 a1s2d3f4 aa123456 abcd1234 asdf1234 qwer1234 qwe123456 zxcv1234 1a2b3c4d 147258369 123654789 789456123
  741852963 159357456 10203040 13131313 31415926 20202020 19901990 01012011 00000000 14725836`.split(/\s+/),
)

const commonWords = new Set(
  `password passwort passw passwords mypassword thepassword password1password p4ssword passwd pass qwerty qwertyu
  qwertyui qwertyuio qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfghjk asdfghjkl asdfgh asdf zxcvbnm zxcvbn
  qazwsx letmein welcome welcomehome admin administrator adminadmin root rootroot superuser changeme changemenow
  default guest secret topsecret iloveyou iloveu ihateyou lovely loveyou sunshine princess football baseball
  basketball hockey soccer superman batman spiderman ironman pokemon starwars startrek dragon dragons monkey
  shadow master michael michelle jennifer jessica jordan ashley charlie daniel matthew joshua andrew thomas robert
  nicole anthony william hunter summer winter spring autumn january february march april june july august
  september october november december monday friday sunday computer internet network server database windows
  microsoft google facebook twitter instagram whatsapp youtube amazon paypal samsung liverpool arsenal chelsea
  barcelona realmadrid manchester trustno whatever freedom fuckyou fuckoff asshole bullshit butterfly chocolate
  cookie cheese banana orange strawberry pineapple flower flowers angel angels hello helloworld test testing
  testtest tester test1test demo demodemo sample example temp temporary user username login default abc abcabc
  abcd abcdef abcdefg abcdefgh abcdefghi alphabet mustang ferrari porsche mercedes corvette camaro yamaha kawasaki
  harley toyota honda garage mechanic workshop boltyard`.split(/\s+/),
)
