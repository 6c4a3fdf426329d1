export const exampleQueries: readonly string[] = [
  `# Which networks does this key see,
# and how fresh is their data?
query Networks {
  networks {
    name
    chainId
    environment
    nativeCurrency { name }
    syncState {
      status
      lastBlockHeight
      lastBlockTime
      blocksBehind
      finalizedHeight
    }
  }
}
`,
  `# The newest blocks, who made them,
# and what changed in them.
query LatestBlocks {
  blocks(limit: 5) {
    totalCount
    nextCursor
    blocks {
      height
      hash
      timestamp
      validation
      reward
      producer {
        address
        balance
        identity { friendlyName }
      }
      transactions(limit: 3) {
        transactions { txid isCoinbase valueOut fee }
      }
      identityVersions(limit: 3) { versions { name operation } }
    }
  }
}
`,
  `# VerusIDs with their history.
# identities(search: "ali") finds by the beginning of a name.
query Identities {
  identities(limit: 5) {
    totalCount
    identities {
      friendlyName
      identityAddress
      status
      primaryAddresses
      registeredHeight
      contentMultiMap
      history(limit: 3) {
        versions {
          version
          operation
          blockHeight
          timestamp
        }
      }
      address { balance utxoCount }
    }
  }
}
`,
  `# Currencies with their reserves and prices.
# An earlier state: state(asOf: {height: 100}).
query Currencies {
  currencies(limit: 10) {
    currencies {
      friendlyName
      currencyId
      kind
      launchState
      state {
        blockHeight
        supply
        reserves {
          currency { name }
          amount
          weight
          priceInReserve
        }
      }
    }
  }
}
`,
  `# The largest holders of the native currency
# and what else they own.
query RichList {
  richList(limit: 5) {
    asOfHeight
    entries {
      rank
      balance
      share
      address {
        address
        type
        txCount
        identity { friendlyName }
        balances(limit: 5) {
          balances { currency { name } balance }
        }
      }
    }
  }
}
`,
  `# What waits in the node's mempool, newest first.
# Extensions of the response name the time of that reading.
query Pending {
  mempool { size bytes readAt }
  pendingTransactions(limit: 5) {
    totalCount
    transactions {
      txid
      firstSeenAt
      fee
      expiryHeight
      changes(limit: 3) {
        changes { address amounts { currency { name } amount } }
      }
    }
  }
}
`,
  `# Each new block as it comes, and each reorganisation.
# Pass the last cursor as \`after\` to go on where you stopped.
subscription LiveBlocks {
  chainEvents {
    ... on Event { cursor blockHeight }
    ... on BlockAdded {
      block { hash timestamp txCount producer { address } }
    }
    ... on BlocksRemoved { depth removedHashes }
  }
}
`,
];
