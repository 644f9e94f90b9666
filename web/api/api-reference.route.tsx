export default function ApiReferenceRoute() {
  return <h1 className="text-4xl">The API</h1>
}
