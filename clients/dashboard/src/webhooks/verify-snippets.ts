export const VERIFY_SNIPPETS = [
  {
    value: 'node',
    label: 'Node.js',
    title: 'npm install standardwebhooks express',
    code: `import express from 'express';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const app = express();

// The signature is over the bytes as they came: do not parse them first.
app.post('/hooks', express.raw({ type: 'application/json' }), (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body, request.headers);
  } catch {
    return response.sendStatus(400);
  }
  // An event may come again: its id is in request.headers['webhook-id'].
  console.log(event.type, event.data);
  response.sendStatus(204);
});
app.listen(3000);`,
  },
  {
    value: 'python',
    label: 'Python',
    title: 'pip install standardwebhooks flask',
    code: `import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
app = Flask(__name__)

@app.post("/hooks")
def receive():
    try:
        event = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 400
    # An event may come again: its id is in request.headers["webhook-id"].
    print(event["type"], event["data"])
    return "", 204`,
  },
  {
    value: 'go',
    label: 'Go',
    title: 'go get github.com/standard-webhooks/standard-webhooks/libraries',
    code: `package main

import (
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /hooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		// An event may come again: its id is r.Header.Get("webhook-id").
		log.Println(string(body))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":3000", nil))
}`,
  },
  {
    value: 'php',
    label: 'PHP',
    title: 'Without a library',
    code: `<?php
$secret = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'];
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'];
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $secret, true));

// During a rotation there are two signatures; an old timestamp may be a replay by a stranger.
$signatures = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE']);
$isSigned = array_filter($signatures, fn ($signature) => hash_equals($expected, $signature));
if (!$isSigned || abs(time() - (int) $timestamp) > 300) {
    http_response_code(400);
    exit;
}
$event = json_decode($body, true);
error_log($event['type']);
http_response_code(204);`,
  },
] as const;
